import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runMortal } from "./mortal-run.ts";
import {
  decisionFile,
  described,
  idsOf,
  openScopeBench,
  patScope,
  settingsFile,
} from "./scope-bench.ts";
import type { ScopeAnswers, ScopeBench } from "./scope-bench.ts";

/**
 * Kills a run after its n-th write for each n and completes it with another run. Returns the number
 * of writes.
 */
async function killEverywhere(
  prepare: (bench: ScopeBench) => Promise<object>,
  answers: ScopeAnswers,
  check: (bench: ScopeBench, asked: readonly string[], writes: number) => Promise<void>,
): Promise<number> {
  for (let writes = 1; ; writes += 1) {
    const bench = await openScopeBench();
    const secrets = (await prepare(bench)) as Record<string, unknown>;
    const first = await runMortal(bench, { answers, secrets }, writes);
    if (!first.wasKilled) return writes - 1;
    const { outcome, asked } = await runMortal(bench, { answers, secrets }, Infinity);
    expect(outcome, `killed after write ${writes}`).toMatchObject({ scope: "described" });
    await check(bench, [...first.asked, ...asked], writes);
    await bench.emulator.close();
  }
}

test("the answers to an interrupted `gatehouse scope` are not reused by `gatehouse setup`", async () => {
  const bench = await openScopeBench();
  expect((await bench.setUpScope(described)).error).toBeUndefined();
  const committed = await bench.file(settingsFile);
  const live = { ...described, mode: "live", destination: undefined };
  const scope = await bench.setUpScope(live, { purpose: "scope" });
  expect(scope.error?.message).toContain('does not contain an answer for "destination"');
  const setup = await bench.setUpScope({ ...described, scope: "keep" });
  expect(setup.error).toBeUndefined();
  expect(idsOf(setup.asked)[0]).toBe("scope");
  expect(await bench.file(settingsFile)).toBe(committed);
  // The other direction: the answers to setup do not count for the scope.
  const again = await bench.setUpScope({ ...described, scope: "keep" }, { purpose: "scope" });
  expect(idsOf(again.asked)[0]).toBe("scope");
});

const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

/** The answer "later" counts only after it is stored, so these questions can appear once more. */
const offers: readonly string[] = ["firewall", "engine", "control-file"];

test("a setup resumes after a kill at each write of the journal", async () => {
  const writes = await killEverywhere(
    () => Promise.resolve({}),
    described,
    async (bench, asked, at) => {
      const again = twice(asked).filter((id) => !offers.includes(id));
      expect(again, `asked again after write ${at}`).toEqual([]);
      expect(bench.changes()).toEqual([
        `PUT /repos/acme/control/contents/${settingsFile}`,
        `PUT /repos/acme/control/contents/${decisionFile}`,
      ]);
      return Promise.resolve();
    },
  );
  expect(writes).toBeGreaterThan(10);
}, 60_000);

test("a PAT is stored once, with one consent, after a kill at each write of the journal", async () => {
  const tokens = new Map<ScopeBench, string>();
  const writes = await killEverywhere(
    async (bench) => {
      await bench.leaveOwners();
      const { secrets, token } = await bench.saveToken();
      tokens.set(bench, token);
      return secrets;
    },
    // If the run is killed before the token's date is stored, the next run treats the token as
    // untried.
    { ...patScope, "failure:pat-stored": "leave" },
    async (bench, asked, at) => {
      const again = twice(asked).filter((id) => id !== "pat-token" && !offers.includes(id));
      expect(again, `asked again after write ${at}`).toEqual([]);
      const secret = "/repos/acme/control/environments/control-plane";
      expect(bench.changes(), `after write ${at}`).toEqual([
        `PUT /repos/acme/control/contents/${settingsFile}`,
        `PUT ${secret}`,
        `POST ${secret}/deployment-branch-policies`,
        `PUT /repos/acme/control/contents/${decisionFile}`,
        `PUT ${secret}/secrets/CP_FORGE_TOKEN`,
      ]);
      const journal = readFileSync(join(bench.folder, "journal.json"), "utf8");
      expect(journal).not.toContain(tokens.get(bench)?.slice(0, 16));
      return Promise.resolve();
    },
  );
  expect(writes).toBeGreaterThan(25);
}, 120_000);
