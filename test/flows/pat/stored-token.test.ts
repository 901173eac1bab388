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

/** What a person has who comes to a control plane that was set up elsewhere, with a token in it. */
async function comeFromElsewhere(change: object = {}) {
  const saved = await bench.saveToken(change);
  const first = await bench.setUpScope(patScope, { secrets: (await bench.saveToken()).secrets });
  expect(first.error).toBeUndefined();
  bench.forgetJournal();
  return saved;
}

const rerun = (answers: ScopeAnswers, secrets = {}) =>
  bench.setUpScope({ ...patScope, scope: "keep", ...answers }, { secrets });

describe("a token that another machine stored", () => {
  test("is proved by a run where somebody says so, and then it is known", async () => {
    await comeFromElsewhere();
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

  test("stays unknown where nobody wants a run, and nothing was changed for that", async () => {
    await comeFromElsewhere();
    const before = bench.changes();
    const { outcome, text } = await rerun({ "failure:pat-stored": "leave" });
    expect(outcome?.pat?.state).toBe("unknown");
    expect(text).toContain("PAT: stored in control-plane, and not tried · expires");
    expect(bench.changes()).toEqual(before);
  });

  test("is kept with what was said of the billing since, and with the consent to it", async () => {
    await comeFromElsewhere();
    const before = await readDecision(bench);
    const entitlement = { state: "active", evidence: "5 seats" };
    await bench.commit(decisionFile, JSON.stringify({ ...before, entitlement }));
    await rerun({ "failure:pat-stored": "leave" });
    const after = await readDecision(bench);
    expect(after?.entitlement.confirmation).toMatchObject({ administrator: "olga" });
    const { consentedAt: _, ...consent } = before?.consent ?? {};
    expect(after?.consent).toMatchObject(consent);
  });

  test("gives way to another one, where somebody would rather create one", async () => {
    const { secrets } = await comeFromElsewhere();
    const { outcome, asked } = await rerun({ "failure:pat-stored": "another" }, secrets);
    expect(outcome?.pat?.state).toBe("proved");
    expect(idsOf(asked)).toContain("pat-token");
  });

  test("is asked about again after it was replaced there, though it was proved", async () => {
    await comeFromElsewhere();
    await rerun({ "failure:pat-stored": "run" });
    // The forge tells to the second when a secret was stored.
    const later = "2099-01-01T00:00:00Z";
    const { asked } = await bench.setUpScope(
      { ...patScope, "failure:pat-stored": "leave" },
      { change: () => ({ patDate: () => Promise.resolve(later) }) },
    );
    expect(idsOf(asked)).toContain("pat-stored");
  });
});

describe("a token that a run refutes", () => {
  const tried = { "failure:pat-stored": "run", "failure:pat-run": "stop" };

  test.each<[string, object, RegExp]>([
    ["reads too little", { repositories: ["acme/control"] }, /it read 1 of 2 repositories/],
    [
      "is another one than the consented",
      { expiresAt: "2098-01-01T00:00:00.000Z" },
      /it ends at 2098-01-01T00:00:00.000Z, and the consent is to a token that ends at/,
    ],
    ["never ends", { expiresAt: undefined }, /the forge does not say when it ends/],
  ])("because it %s is not taken for proved", async (_, change, reason) => {
    const { token } = await comeFromElsewhere(change);
    await bench.storePat(token);
    const { error, text } = await rerun(tried);
    expect(error?.message).toMatch(reason);
    expect(error).toMatchObject({ exitCode: 5 });
    expect(`${text}${error?.stack}`).not.toContain(token.slice(11, 19));
    const again = await rerun({ "failure:pat-stored": "leave" });
    expect(again.outcome?.pat?.state).toBe("unknown");
  });

  test("gives way to another one, after which all is proved", async () => {
    const { token } = await comeFromElsewhere({ repositories: ["acme/control"] });
    await bench.storePat(token);
    const { secrets } = await bench.saveToken();
    const { outcome } = await rerun({ ...tried, "failure:pat-run": "another" }, secrets);
    expect(outcome?.pat?.state).toBe("proved");
    const settings = parseSettings((await bench.file(settingsFile)) ?? "", settingsFile);
    expect(settings.targets).toEqual(["acme/api"]);
  });
});
