import { describe, expect, test } from "vitest";
import { closeRotation, findOpen, startRotation } from "../../../flows/rotate/rotation-journal.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import {
  abandonedStep,
  damagedStep,
  openStep,
  recordStep,
  stageStep,
} from "../../../src/plane/rotate/journal-steps.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { startJournal } from "../shared/run-step.ts";
import { at, location } from "./rotations.ts";

const open = { startedAt: at, by: "mona", credentials: ["read-app"] };
const stored = stageStep(location, "stored", { credential: "read-app", fingerprint: "SHA256:new" });
const outcome = { ...open, endedAt: at, rotations: [] };
const later = { startOver: false, now: new Date("2026-11-22T09:00:00.000Z") };
const again = { ...later, startOver: true };

/** Creates the journal of a rotation that has stored a key, with additional entries. */
async function begin(more: Readonly<Record<string, unknown>> = {}): Promise<Journal> {
  const journal = startJournal();
  await journal.finishStep(openStep(location).id, open);
  await journal.finishStep(stored.id, { at, fingerprint: "SHA256:new" });
  for (const [id, result] of Object.entries(more)) await journal.finishStep(id, result);
  await journal.setAnswers([{ id: "read-new-key", value: true }]);
  return journal;
}

const ids = (journal: Journal) => [...journal.steps().keys()];
const record = recordStep(location, at).id;

describe("a run", () => {
  test("continues the rotation in progress with its answers", async () => {
    const journal = await begin();
    await startRotation(journal, location, later);
    expect(ids(journal)).toEqual([openStep(location).id, stored.id]);
    expect(journal.answers()).toHaveLength(1);
    expect(findOpen(journal, location)).toEqual(open);
  });

  test("that starts over leaves a record of the rotation that it abandons", async () => {
    const journal = await begin();
    await startRotation(journal, location, again);
    expect(ids(journal)).toEqual([record]);
    expect(journal.step(record)).toEqual({
      ...open,
      abandonedAt: "2026-11-22T09:00:00.000Z",
      steps: [openStep(location).id, stored.id],
    });
    expect(journal.answers()).toEqual([]);
    expect(findOpen(journal, location)).toBeUndefined();
  });

  test.each([later, again])(
    "closes a rotation whose completion is recorded, and keeps the record (%o)",
    async (how) => {
      const journal = await begin({ [record]: outcome });
      await startRotation(journal, location, how);
      expect(ids(journal)).toEqual([record]);
      expect(journal.step(record)).toEqual(outcome);
    },
  );

  test("closes a rotation that a killed run had abandoned", async () => {
    const abandoned = { ...open, abandonedAt: at, steps: [] };
    const journal = await begin({ [abandonedStep(location, at).id]: abandoned });
    await startRotation(journal, location, later);
    expect(ids(journal)).toEqual([record]);
  });

  test("continues a rotation whose record is unreadable, and writes the record again", async () => {
    const journal = await begin({ [record]: "damaged" });
    await startRotation(journal, location, later);
    expect(findOpen(journal, location)).toEqual(open);
  });

  describe("that cannot read the start of the rotation", () => {
    const damaged = { [openStep(location).id]: { startedAt: at } };

    test("keeps all steps, because a new key may be stored and the old key may still work", async () => {
      const journal = await begin(damaged);
      const refusal = await startRotation(journal, location, later).catch(
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(InvalidInput);
      expect((refusal as InvalidInput).message).toBe(
        "The rotation journal of acme/control is damaged. New credentials may be stored, and old ones may still work.",
      );
      expect((refusal as InvalidInput).hints).toEqual([
        {
          text: "Abandon the rotation and start over; the record of its steps is kept",
          command: "gatehouse rotate --repo acme/control --start-over",
        },
      ]);
      expect(ids(journal)).toEqual([openStep(location).id, stored.id]);
      expect(journal.answers()).toHaveLength(1);
    });

    test("leaves a record of its steps when it starts over", async () => {
      const journal = await begin(damaged);
      await startRotation(journal, location, again);
      const abandonedAt = again.now.toISOString();
      const left = damagedStep(location, abandonedAt);
      expect(ids(journal)).toEqual([left.id]);
      const steps = [openStep(location).id, stored.id];
      expect(journal.step(left.id)).toEqual({ abandonedAt, steps });
      expect(journal.answers()).toEqual([]);
      await startRotation(journal, location, later);
      expect(ids(journal)).toEqual([left.id]);
    });
  });

  test("uses no answers if no rotation is in progress", async () => {
    const journal = startJournal();
    await journal.setAnswers([{ id: "rotate-what", value: "pat" }]);
    await startRotation(journal, location, later);
    expect(journal.answers()).toEqual([]);
  });
});

test("closing a rotation deletes the opening step last, so that the rotation stays known until then", async () => {
  const journal = await begin({ [record]: outcome });
  const forgotten: string[] = [];
  const forgetStep = (id: string) => {
    forgotten.push(id);
    return journal.forgetStep(id);
  };
  await closeRotation({ ...journal, forgetStep }, location);
  expect(forgotten).toEqual([stored.id, openStep(location).id]);
  expect(ids(journal)).toEqual([record]);
});
