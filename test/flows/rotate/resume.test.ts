import { expect, test } from "vitest";
import type { Journal } from "../../../src/prompts/journal.ts";
import {
  fingerprintOf,
  listFingerprints,
  openRotationBench,
  slugOf,
  type RotationBench,
} from "./bench.ts";
import { inDays, openPatBench } from "./pat-bench.ts";
import { sample } from "../../sample.ts";

class Killed extends Error {}

/**
 * Writes of the journal by a rotation of an App's key, at least and at most: it writes more after one that was killed.
 * Steps that a rotation of a PAT finishes.
 */
const writes = { least: 27, most: 29 };
const finishedSteps = 10;

/** Some of the writes, and one that never comes. */
function chooseWrites(count: number, never: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return [...sample("writes of a rotation", numbers, 4), never];
}

type Write = "setAnswers" | "finishStep" | "forgetStep";

/** A journal whose process ends at its n-th write: just before that is on disk, or just after. */
function dyingJournal(
  journal: Journal,
  { at, when }: { at: number; when: "before" | "after" },
  counted: readonly Write[] = ["setAnswers", "finishStep", "forgetStep"],
) {
  let writes = 0;
  const dying =
    (name: Write) =>
    async (...given: never[]): Promise<void> => {
      if (counted.includes(name)) writes += 1;
      const isDue = counted.includes(name) && writes === at;
      if (isDue && when === "before") throw new Killed(name);
      await (journal[name] as (...all: never[]) => Promise<void>)(...given);
      if (isDue) throw new Killed(name);
    };
  return {
    ...journal,
    setAnswers: dying("setAnswers"),
    finishStep: dying("finishStep"),
    forgetStep: dying("forgetStep"),
  };
}

/** Somebody who does the same again after each restart, and deletes the old key when the page is for that. */
async function rotateWith(
  bench: RotationBench,
  file: string,
  spoil?: (journal: Journal) => Journal,
) {
  return bench.rotate({
    wanted: ["read-app"],
    answers: {
      "read-key-from": "file",
      "read-key-file": file,
      "read-revoke": "deleted",
      "failure:read-unsure": "run",
    },
    openLink: async () => {
      const steps = [...(await bench.rotationJournal()).steps().keys()];
      const isForDeleting = steps.some((id) => id.includes(" validated "));
      if (isForDeleting) await bench.deleteOtherKeys("read", file);
      return true;
    },
    ...(spoil && { spoil }),
  });
}

test.each(["before", "after"] as const)(
  "killed %s any write of its journal, a rotation goes on and ends with one key and one record",
  async (when) => {
    const bench = await openRotationBench();
    for (const [index, at] of chooseWrites(writes.most, 1000).entries()) {
      const file = await bench.saveKey(slugOf("read"));
      const spoil = (journal: Journal) => dyingJournal(journal, { at, when });
      const first = await rotateWith(bench, file, spoil);
      const wasKilled = first.error instanceof Killed;
      const mayComeOrNot = at > writes.least && at <= writes.most;
      expect({ at, wasKilled: mayComeOrNot || wasKilled }).toEqual({
        at,
        wasKilled: at <= writes.most,
      });
      // Killed after its record was written, there is nothing left to go on with.
      const isOver = (await countRecords(bench)) === index + 1;
      const { error } = wasKilled && !isOver ? await rotateWith(bench, file) : first;
      expect({
        at,
        error: isOver && wasKilled ? undefined : error,
        keys: await listFingerprints(bench, "read"),
        records: await countRecords(bench),
      }).toEqual({ at, error: undefined, keys: [await fingerprintOf(file)], records: index + 1 });
    }
  },
);

test("killed before any finished step is written, the rotation of a PAT goes on and ends with the new one", async () => {
  const bench = await openPatBench();
  const revoking = { answers: { "pat-revoke": "here", "pat-revoke-now": true } };
  let old = bench.oldToken;
  for (const [index, at] of chooseWrites(finishedSteps, finishedSteps + 1).entries()) {
    // Each ends on a day of its own, as tokens of different days do.
    const end = inDays(30 - at);
    const token = await bench.issue({ expiresAt: end });
    const options = { ...revoking, secrets: { "pat-old-token": bench.save("old", old) } };
    const spoil = (journal: Journal) =>
      dyingJournal(journal, { at, when: "before" }, ["finishStep"]);
    const first = await bench.rotateTo(token, { ...options, spoil });
    const wasKilled = first.error instanceof Killed;
    expect({ at, wasKilled }).toEqual({ at, wasKilled: at <= finishedSteps });
    const { error } = wasKilled ? await bench.rotateTo(token, options) : first;
    expect({
      at,
      error,
      until: (await bench.readConsent())?.expiresAt.slice(0, 10),
      status: await bench.statusFor(token),
      oldStatus: await bench.statusFor(old),
      records: await countRecords(bench),
    }).toEqual({
      at,
      error: undefined,
      until: end.toISOString().slice(0, 10),
      status: 200,
      oldStatus: 401,
      records: index + 1,
    });
    old = token;
  }
});

async function countRecords(bench: RotationBench): Promise<number> {
  const steps = (await bench.rotationJournal()).steps();
  return [...steps.keys()].filter((id) => id.includes(" rotated ")).length;
}
