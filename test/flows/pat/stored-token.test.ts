import { beforeEach, describe, expect, test } from "vitest";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import {
  decisionFile,
  idsOf,
  openScopeBench,
  patScope,
  readDecision,
  settingsFile,
} from "../scope/scope-bench.ts";
import type { ScopeAnswers, ScopeBench } from "../scope/scope-bench.ts";

let bench: ScopeBench;
beforeEach(async () => {
  bench = await openScopeBench();
  await bench.leaveOwners();
});

/**
 * Returns the situation of a person who opens a control plane that another machine set up with a
 * token.
 */
async function isCrossOrigin(change: object = {}) {
  const saved = await bench.saveToken(change);
  const first = await bench.setUpScope(patScope, { secrets: (await bench.saveToken()).secrets });
  expect(first.error).toBeUndefined();
  bench.forgetJournal();
  return saved;
}

const rerun = (answers: ScopeAnswers, secrets = {}) =>
  bench.setUpScope({ ...patScope, scope: "keep", ...answers }, { secrets });

describe("a token that another machine stored", () => {
  test("is proved by a run on request, and is known afterwards", async () => {
    await isCrossOrigin();
    const { outcome, asked, text } = await rerun({ "failure:pat-stored": "run" });
    expect(outcome?.pat?.state).toBe("proved");
    expect(idsOf(asked)).toContain("pat-stored");
    expect(text).toMatch(/PAT: stored in control-plane · expires/);
    const runs = bench.changes().filter((change) => change.endsWith("/dispatches"));
    expect(runs).toHaveLength(1);

    const again = await rerun({});
    expect(again.outcome?.pat?.state).toBe("proved");
    expect(idsOf(again.asked)).not.toContain("pat-stored");
    expect(bench.changes().filter((change) => change.endsWith("/dispatches"))).toEqual(runs);
  });

  test("stays unknown without a run, and nothing is changed", async () => {
    await isCrossOrigin();
    const before = bench.changes();
    const { outcome, text } = await rerun({ "failure:pat-stored": "leave" });
    expect(outcome?.pat?.state).toBe("unknown");
    expect(text).toContain("unknown: PAT: stored in control-plane, not verified · expires");
    expect(bench.changes()).toEqual(before);
  });

  test("stays with its consent, and the newly reported billing facts are recorded", async () => {
    await isCrossOrigin();
    const before = await readDecision(bench);
    const entitlement = { state: "active", evidence: "5 seats" };
    await bench.commit(decisionFile, JSON.stringify({ ...before, entitlement }));
    await rerun({ "failure:pat-stored": "leave" });
    const after = await readDecision(bench);
    expect(after?.entitlement.confirmation).toMatchObject({ administrator: "hubot" });
    const { consentedAt: _, ...consent } = before?.consent ?? {};
    expect(after?.consent).toMatchObject(consent);
  });

  test("is replaced if the operator prefers to create another one", async () => {
    const { secrets } = await isCrossOrigin();
    const { outcome, asked } = await rerun({ "failure:pat-stored": "another" }, secrets);
    expect(outcome?.pat?.state).toBe("proved");
    expect(idsOf(asked)).toContain("pat-token");
  });

  test("is asked about again after it was replaced on that machine, although it was proved", async () => {
    await isCrossOrigin();
    await rerun({ "failure:pat-stored": "run" });
    // The forge reports the time of a stored secret in whole seconds.
    const later = "2099-01-01T00:00:00Z";
    const { asked } = await bench.setUpScope(
      { ...patScope, "failure:pat-stored": "leave" },
      { change: () => ({ patDate: () => Promise.resolve(later) }) },
    );
    expect(idsOf(asked)).toContain("pat-stored");
  });
});

describe("a token that fails the check by a run", () => {
  const tried = { "failure:pat-stored": "run", "failure:pat-run": "stop" };

  test.each<[string, object, RegExp]>([
    [
      "can read too few repositories",
      { repositories: ["acme/control"] },
      /it read 1 of 2 repositories/,
    ],
    [
      "differs from the consented token",
      { expiresAt: "2098-01-01T00:00:00.000Z" },
      /it expires at 2098-01-01T00:00:00\.000Z, but the consent covers a token that expires at /,
    ],
    [
      "does not expire",
      { expiresAt: undefined },
      /Could not verify the stored token: its expiry is unknown\./,
    ],
  ])("is not proved if it %s", async (_, change, reason) => {
    const { token } = await isCrossOrigin(change);
    await bench.storePat(token);
    const { error, text } = await rerun(tried);
    expect(error?.message).toMatch(reason);
    expect(error).toMatchObject({ exitCode: 5 });
    expect(`${text}${error?.stack}`).not.toContain(token.slice(11, 19));
    const again = await rerun({ "failure:pat-stored": "leave" });
    expect(again.outcome?.pat?.state).toBe("unknown");
  });

  test("can be replaced by another token, after which everything is proved", async () => {
    const { token } = await isCrossOrigin({ repositories: ["acme/control"] });
    await bench.storePat(token);
    const { secrets } = await bench.saveToken();
    const { outcome } = await rerun({ ...tried, "failure:pat-run": "another" }, secrets);
    expect(outcome?.pat?.state).toBe("proved");
    const settings = parseSettings((await bench.file(settingsFile)) ?? "", settingsFile);
    expect(settings.targets).toEqual(["acme/api"]);
  });
});
