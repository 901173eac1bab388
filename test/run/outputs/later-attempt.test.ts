import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openOutputJournal } from "../../../src/run/outputs/output-journal.ts";
import { OutputRun } from "../../../src/run/outputs/output-run.ts";
import { parseRepositoryName } from "../../../src/forge/repository-name.ts";
import { makeFolder } from "../../temporary-folder.ts";

const binding = { target: "https://api.example/repos/acme/a", run: "p/118", proposals: "hash" };
const dispatch = {
  line: 1,
  hash: "0123",
  handler: "dispatch",
  left: undefined,
  proposal: { type: "dispatch", workflow: "worker.yml", ref: undefined, inputs: {} },
} as const;
const repository = parseRepositoryName("acme/a")!;
/** Thrown when the run is about to send the dispatch. */
class Sent extends Error {}

/** Runs the dispatch with the journal of an earlier run, if any. */
async function runAgain(env: NodeJS.ProcessEnv, left: typeof binding | undefined) {
  const path = join(makeFolder("later-attempt"), "a.applied.json");
  if (left) {
    const earlier = await openOutputJournal(path, left);
    await earlier.note({ ...dispatch, hash: "other" }, { kind: "begun" });
  }
  const journal = await openOutputJournal(path, binding);
  const run = new OutputRun([dispatch], {
    repository,
    stopped: new AbortController().signal,
    env,
    journal,
    earlier: { find: () => Promise.resolve(undefined) },
    tokens: {
      clientOf: () => {
        throw new Sent();
      },
      findWriter: () => Promise.resolve(""),
      end: () => Promise.resolve([]),
    },
    report: () => undefined,
  });
  return run.through();
}

const journals = [
  ["no journal", undefined],
  ["a journal of another run", { ...binding, run: "p/117" }],
  ["a journal of other proposals", { ...binding, proposals: "other" }],
] as const;

describe.each(journals)("with %s", (_, left) => {
  test.each([
    { SYSTEM_JOBATTEMPT: "2" },
    { SYSTEM_STAGEATTEMPT: "3" },
    { FORGE_RUN_ATTEMPT: "2" },
    { GITHUB_RUN_ATTEMPT: "2" },
  ])("a later attempt does not start the workflow: %o", async (env) => {
    const { failed, applied } = await runAgain(env, left);
    expect(applied).toEqual([]);
    expect(failed).toMatchObject([
      { reason: expect.stringContaining("an earlier attempt may have started the workflow") },
    ]);
  });

  test("the first attempt starts the workflow", async () => {
    await expect(runAgain({ SYSTEM_JOBATTEMPT: "1" }, left)).rejects.toThrow(Sent);
  });
});
