import { describe, expect, test } from "vitest";
import { agreed, described, openScopeBench, patScope, readDecision } from "./scope-bench.ts";

interface Case {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly choice: { profile: string; readApp: boolean; writeApp: boolean; pat: boolean };
  readonly apps: readonly string[];
  /** Reasons that the operator reads before continuing. */
  readonly reasons: readonly string[];
}

const none = { readApp: false, writeApp: false, pat: false };
const cases: Record<string, Case> = {
  "public targets in review mode need the workflow token only": {
    scope: {},
    choice: { profile: "workflow-token", ...none },
    apps: [],
    reasons: [
      "Workflow token: sufficient, because it can read all targets and outputs stay in the control repository.",
      "Apps: not needed",
      "PAT: not needed",
      "Not visible: Actions logs of public targets; reported as incomplete",
      "Not visible: security data of public targets; reported as incomplete",
    ],
  },
  "the control repository itself needs the workflow token only, even if it is private": {
    scope: { targets: ["acme/control"] },
    choice: { profile: "workflow-token", ...none },
    apps: [],
    reasons: ["Chosen: the workflow token only"],
  },
  "private targets need the read App": {
    scope: { targets: ["acme/api"] },
    choice: { profile: "app", ...none, readApp: true },
    apps: ["gatehouse-acme-control-read"],
    reasons: [
      "Workflow token: not sufficient, because private targets must be read.",
      "Read App: needed, because private targets must be read.",
      "Write App: not needed, because nothing is written outside the control repository.",
      "PAT: not needed, because Apps can be installed.",
    ],
  },
  "internal targets need the read App": {
    scope: { targets: ["acme/web", "acme/infra"] },
    choice: { profile: "app", ...none, readApp: true },
    apps: ["gatehouse-acme-control-read"],
    reasons: ["internal targets must be read"],
  },
  "public targets in live mode need the write App, but not the read App": {
    scope: { mode: "live" },
    choice: { profile: "app", ...none, writeApp: true },
    apps: ["gatehouse-acme-control-write"],
    reasons: [
      "Read App: not needed, because the workflow token can read all targets.",
      "Write App: needed, because live mode writes safe outputs to targets.",
    ],
  },
  "public targets need the read App if their security data is read": {
    scope: {
      "has-packages": "some",
      packages: "audit",
      "package-audit-apis": ["vulnerability_alerts"],
    },
    choice: { profile: "app", ...none, readApp: true },
    apps: ["gatehouse-acme-control-read"],
    reasons: [
      "Read App: needed, because the review packages need access to Dependabot alerts in the targets.",
    ],
  },
  "an alternate review repository needs both Apps": {
    scope: { destination: "alternate", alternate: "acme/infra" },
    choice: { profile: "app", ...none, readApp: true, writeApp: true },
    apps: ["gatehouse-acme-control-read", "gatehouse-acme-control-write"],
    reasons: ["an alternate review repository is used"],
  },
  "private targets in live mode need both Apps": {
    scope: { targets: ["acme/api"], mode: "live" },
    choice: { profile: "app", ...none, readApp: true, writeApp: true },
    apps: ["gatehouse-acme-control-read", "gatehouse-acme-control-write"],
    reasons: ["private targets must be read", "live mode writes safe outputs to targets"],
  },
};

describe("the wizard recommends the least powerful profile, with its reasons", () => {
  test.each(Object.entries(cases))("%s", async (_, { scope, choice, apps, reasons }) => {
    const bench = await openScopeBench();
    const { error, outcome, text } = await bench.setUpScope({ ...described, ...scope });
    expect(error).toBeUndefined();
    expect(outcome).toMatchObject({ profile: choice.profile, scope: "described" });
    expect((await readDecision(bench))?.choice).toEqual(choice);
    expect((await bench.apps()).map(({ slug }) => slug)).toEqual(apps);
    for (const reason of reasons) expect(text).toContain(reason);
  });

  test("two files and no credential are created if the workflow token is sufficient", async () => {
    const bench = await openScopeBench();
    const { asked } = await bench.setUpScope(described);
    expect(asked.map(({ id }) => id)).not.toContain("read-plan");
    expect(bench.changes()).toEqual([
      "PUT /repos/acme/control/contents/.forge/control-plane.json",
      "PUT /repos/acme/control/contents/.forge/control-plane-decision.json",
    ]);
    expect(await bench.stored()).toEqual({});
  });

  test.each(["public", "private"])(
    "a %s control repository does not change the needs of private targets",
    async (visibility) => {
      const bench = await openScopeBench();
      await bench.changeWorld({ repositories: { "acme/control": { visibility } } });
      await bench.setUpScope({ ...described, targets: ["acme/api"] });
      expect((await readDecision(bench))?.choice).toEqual({
        profile: "app",
        readApp: true,
        writeApp: false,
        pat: false,
      });
    },
  );

  test("an App covers exactly the enrolled repositories", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope({ ...described, targets: ["acme/api"] });
    const [app] = await bench.apps();
    expect(app?.installations[0]?.repositories).toEqual(["acme/control", "acme/api"]);
  });

  test("a mistyped name does not select a stronger profile silently", async () => {
    const bench = await openScopeBench();
    const targets = ["acme/web", "others"];
    const answers = { ...described, targets, "more-targets": "acme/wbe" };
    const { text } = await bench.setUpScope(answers);
    expect(text).toContain("Not visible: treated as private: acme/wbe");
  });

  test("no profile is chosen if the forge does not answer the query for visibility", async () => {
    const bench = await openScopeBench();
    const play = { kind: "status", status: 200, message: "no" } as const;
    bench.emulator.setFaults([{ on: "POST /graphql", times: 0, play }]);
    const { error } = await bench.setUpScope(described);
    expect(error).toMatchObject({ exitCode: 3 });
    expect(await readDecision(bench)).toBeNull();
  });
});

describe("an operator who is not an owner", () => {
  test("is not asked about unnecessary Apps", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { asked, outcome } = await bench.setUpScope({ ...described, ...agreed });
    expect(outcome?.profile).toBe("workflow-token");
    expect(asked.map(({ id }) => id)).not.toContain("app-installable");
  });

  test("gets the fine-grained PAT only on request, if Apps are not possible", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { secrets } = await bench.saveToken();
    const { outcome, error, asked } = await bench.setUpScope(patScope, { secrets });
    expect(error).toBeUndefined();
    expect(outcome).toMatchObject({ profile: "pat", apps: [] });
    const ids = asked.map(({ id }) => id);
    expect(ids.indexOf("no-profile")).toBeLessThan(ids.indexOf("pat-consent"));
    expect((await readDecision(bench))?.choice).toEqual({ profile: "pat", ...none, pat: true });
  });

  test("stops if Apps are not possible and the PAT is not requested; the next run asks again", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const first = await bench.setUpScope({ ...patScope, "no-profile": "stop" });
    expect(first.error).toMatchObject({ exitCode: 5 });
    expect(first.error?.message).toContain("Apps: not possible, because they cannot be installed.");
    expect(await readDecision(bench)).toBeNull();

    const { asked } = await bench.setUpScope({ ...patScope, "no-profile": "stop" });
    expect(asked.map(({ id }) => id)).toEqual(["app-installable", "no-profile"]);
  });

  test("does not get a PAT only because one exists: CP_FORGE_TOKEN is not consent", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    await bench.removeFile(".forge/control-plane-decision.json");
    bench.forgetJournal();
    const { asked, error } = await bench.setUpScope({
      ...patScope,
      scope: "keep",
      "pat-consent": undefined,
    });
    expect(error?.message).toContain(
      'the script does not contain an answer for "pat-consent": To consent, type this phrase:',
    );
    expect(asked.map(({ id }) => id)).toContain("no-profile");
    expect(await readDecision(bench)).toBeNull();
  });
});

test("targets of two owners stop the setup, with the required plan", async () => {
  const bench = await openScopeBench();
  const targets = ["acme/web", "others"];
  const names = { targets, "more-targets": "globex/tools" };
  const scope = { ...described, ...names, "no-profile": "stop" };
  const { error } = await bench.setUpScope(scope);
  expect(error).toMatchObject({ exitCode: 5 });
  expect(error?.message).toContain(
    "- Apps: not possible, because private Apps cover one owner, but there are 2: acme and globex.",
  );
  const hints = (error as unknown as { hints: { text: string }[] }).hints.map(({ text }) => text);
  expect(hints.join("\n")).toContain(
    "Write a publication and installation plan for acme and globex",
  );
  expect(hints.join("\n")).toContain(
    "Write a publication and installation plan for acme and globex, and have an owner of each account review it. Do not make an App public just to avoid their approval.",
  );
  expect(await bench.apps()).toEqual([]);
});
