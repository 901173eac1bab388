import { expect, test } from "vitest";
import type { Journal } from "../../../src/asking/journal.ts";
import {
  fingerprintOf,
  listFingerprints,
  openRotationBench,
  slugOf,
  type RotateOptions,
  type RotationBench,
} from "./bench.ts";
import { inDays, openPatBench, type PatBench } from "./pat-bench.ts";

class Killed extends Error {}

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
      "failure:read-revoke": "deleted",
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
    let wasKilled = true;
    let records = 0;
    for (let at = 1; wasKilled; at += 1) {
      const file = await bench.saveKey(slugOf("read"));
      const first = await rotateWith(bench, file, (journal) => dyingJournal(journal, { at, when }));
      wasKilled = first.error instanceof Killed;
      if (!wasKilled) expect(first.error).toBeUndefined();
      // Killed after its record was written, there is nothing left to go on with.
      const isOver = countRecords(await bench.rotationJournal()) > records;
      if (wasKilled && !isOver) {
        const second = await rotateWith(bench, file);
        expect([at, second.error]).toEqual([at, undefined]);
      }
      records += 1;
      expect([at, await listFingerprints(bench, "read")]).toEqual([
        at,
        [await fingerprintOf(file)],
      ]);
      expect([at, countRecords(await bench.rotationJournal())]).toEqual([at, records]);
    }
    expect(records).toBeGreaterThan(15);
  },
  180_000,
);

test("killed before any finished step is written, the rotation of a PAT goes on and ends with the new one", async () => {
  const bench = await openPatBench();
  const reach = { answers: { "failure:pat-revoke": "here", "pat-revoke-now": true } };
  let old = bench.oldToken;
  let wasKilled = true;
  let records = 0;
  for (let at = 1; wasKilled; at += 1) {
    // Each ends at another second, as tokens of different days do.
    const token = await bench.issue({ expiresAt: inDays(30 - at) });
    const options = { ...reach, secrets: { "pat-old-token": bench.save("old", old) } };
    const spoil = (journal: Journal) =>
      dyingJournal(journal, { at, when: "before" }, ["finishStep"]);
    const first = await bench.rotateTo(token, { ...options, spoil });
    wasKilled = first.error instanceof Killed;
    if (!wasKilled) expect(first.error).toBeUndefined();
    else expect([at, await finishPat(bench, token, options)]).toEqual([at, undefined]);
    records += 1;
    const consent = await bench.readConsent();
    expect([at, consent?.expiresAt.slice(0, 10)]).toEqual([
      at,
      inDays(30 - at)
        .toISOString()
        .slice(0, 10),
    ]);
    expect(await bench.statusFor(token)).toBe(200);
    expect([at, countRecords(await bench.rotationJournal())]).toEqual([at, records]);
    old = token;
  }
  expect(records).toBeGreaterThan(8);
}, 180_000);

/** Killed just after the old token was revoked, the forge refuses it already: then there is the operator's word. */
async function finishPat(bench: PatBench, token: string, options: RotateOptions) {
  const { error } = await bench.rotateTo(token, options);
  if (!error?.message.startsWith("The forge refuses that token already")) return error;
  return (await bench.rotateTo(token, { answers: { "failure:pat-revoke": "done" } })).error;
}

function countRecords(journal: Journal): number {
  return [...journal.steps().keys()].filter((id) => id.includes(" rotated ")).length;
}
