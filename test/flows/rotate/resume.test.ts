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
 * Fewest and most journal writes of a key rotation. A rotation after a kill writes more.
 *
 * The second constant counts the steps that a PAT rotation completes.
 */
const writes = { least: 27, most: 29 };
const finishedSteps = 10;

/** Returns some of the writes, and one number that is never reached. */
function chooseWrites(count: number, never: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return [...sample("writes of a rotation", numbers, 4), never];
}

type Write = "setAnswers" | "finishStep" | "forgetStep";

/**
 * Creates a journal that kills the process at its n-th write, just before or just after the write.
 */
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

/**
 * Rotates as an operator who repeats the same actions after each restart, and deletes the old key
 * on the page for this.
 */
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
  "a rotation killed %s any write of its journal resumes and ends with one key and one record",
  async (when) => {
    const bench = await openRotationBench();
    for (const [index, at] of chooseWrites(writes.most, 1000).entries()) {
      const file = await bench.saveKey(slugOf("read"));
      const spoil = (journal: Journal) => dyingJournal(journal, { at, when });
      const first = await rotateWith(bench, file, spoil);
      const wasKilled = first.error instanceof Killed;
      const mayArriveOrNot = at > writes.least && at <= writes.most;
      expect({ at, wasKilled: mayArriveOrNot || wasKilled }).toEqual({
        at,
        wasKilled: at <= writes.most,
      });
      // If the kill follows the write of the record, nothing is left to resume.
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

test("a PAT rotation killed before any completed step is written resumes and ends with the new token", async () => {
  const bench = await openPatBench();
  const revoking = { answers: { "pat-revoke": "here", "pat-revoke-now": true } };
  let old = bench.oldToken;
  for (const [index, at] of chooseWrites(finishedSteps, finishedSteps + 1).entries()) {
    // Each token has a different expiry day, as different tokens do.
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
