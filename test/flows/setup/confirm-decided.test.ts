import { describe, expect, test } from "vitest";
import {
  decisionFile,
  openScopeBench,
  privateScope,
  readDecision,
  settingsFile,
} from "../scope/scope-bench.ts";
import type { ScopeAnswers, ScopeBench } from "../scope/scope-bench.ts";

const both = { ...privateScope, mode: "live", destination: "target" };
/** The answers of an owner who reviews every step. */
const review = { scope: "keep", "profile-app-read-write": true };
const idsOf = ({ asked }: { asked: readonly { id: string }[] }) => asked.map(({ id }) => id);

/** Opens a bench whose scope and decision hubot has committed; no App exists. */
async function openDecided(
  scope: ScopeAnswers = both,
  change: (decision: object) => object = (decision) => decision,
): Promise<ScopeBench> {
  const bench = await openScopeBench();
  await bench.setUpScope(scope, { stopDuring: "read-browser" });
  const decision = { ...(await readDecision(bench)), decidedBy: "hubot" };
  await bench.commit(decisionFile, JSON.stringify(change(decision)));
  bench.forgetJournal();
  return bench;
}

describe("an owner who applies what another user has decided", () => {
  test("confirms one plan, and is not asked about anything else", async () => {
    const bench = await openDecided();
    const before = await bench.file(decisionFile);
    const { outcome, error, asked } = await bench.setUpScope({ "decided-plan": "create" });
    expect(error).toBeUndefined();
    expect(idsOf({ asked })).toEqual(["decided-plan"]);
    expect(outcome).toMatchObject({
      profile: "app",
      scope: "described",
      createdFor: "hubot",
      apps: [
        { role: "read", installation: "proved", repositories: ["acme/control", "acme/api"] },
        { role: "write", installation: "proved", repositories: ["acme/control", "acme/api"] },
      ],
    });
    expect(outcome?.controlFile).toBeUndefined();
    // The decision remains that of the user who made it.
    expect(await bench.file(decisionFile)).toBe(before);

    const again = await bench.setUpScope({});
    expect(idsOf(again)).toEqual([]);
    expect(again.outcome?.createdFor).toBeUndefined();
  });

  test("sees the Apps, their permissions and their repositories", async () => {
    const bench = await openDecided(privateScope);
    let facts: unknown;
    await bench.setUpScope(
      { "decided-plan": "create" },
      {
        stopDuring: "read-browser",
        onQuestion: (id, _, question) => {
          if (id === "decided-plan") facts = question?.facts;
        },
      },
    );
    expect(facts).toEqual([
      { name: "Decided", text: expect.stringMatching(/^by hubot on \d{4}-\d\d-\d\d$/) as string },
      { name: "Scope", text: "1 target · review only · results in acme/control" },
      { name: "Read App", text: "gatehouse-acme-control-read; private, without events" },
      { name: "Permissions", text: expect.stringMatching(/^Read-only: Actions, /) as string },
      { name: "Installed on", text: "acme/control, acme/api" },
      { name: "Stored", text: "client IDs and keys, in acme/control only" },
    ]);
  });

  test("must confirm the plan: an answers file without the answer creates nothing", async () => {
    const bench = await openDecided();
    const { error } = await bench.setUpScope({});
    expect(error?.message).toContain('does not contain an answer for "decided-plan"');
    expect(await bench.apps()).toEqual([]);
  });

  test("can review every step instead", async () => {
    const bench = await openDecided();
    const { outcome, asked } = await bench.setUpScope({ ...review, "decided-plan": "review" });
    expect(idsOf({ asked })).toEqual(
      expect.arrayContaining(["scope", "read-plan", "read-app-how"]),
    );
    expect(outcome?.apps).toHaveLength(2);
    expect(outcome?.createdFor).toBeUndefined();
  });

  test("is asked for a name if the planned name is not available", async () => {
    const bench = await openDecided(privateScope);
    await bench.press("/settings/apps", {
      name: "gatehouse-acme-control-read",
      url: "https://x.test",
    });
    const answers = { "decided-plan": "create", "read-app-name": "reader of acme" };
    const { outcome, asked } = await bench.setUpScope(answers);
    expect(idsOf({ asked })).toEqual(expect.arrayContaining(["read-plan", "read-app-name"]));
    expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["reader-of-acme"]);
  });

  test("is not asked again who confirmed the billing", async () => {
    const administrator = "olga";
    const bench = await openDecided(privateScope, (decision) => ({
      ...decision,
      entitlement: {
        state: "inconclusive",
        evidence: "403",
        confirmation: { administrator, confirmedBy: "hubot", confirmedAt: "2030-01-01T00:00:00Z" },
      },
    }));
    const on = "GET /orgs/acme/copilot/billing";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
    const { outcome, asked } = await bench.setUpScope({ "decided-plan": "create" });
    expect(idsOf({ asked })).toEqual(["decided-plan"]);
    expect(outcome?.apps).toHaveLength(1);
  });
});

describe("every step is reviewed if", () => {
  /** Runs setup until it would register the first App. */
  const findFirstQuestion = async (bench: ScopeBench, answers: ScopeAnswers = {}) => {
    const run = await bench.setUpScope({ ...review, ...answers }, { stopDuring: "read-browser" });
    return idsOf(run)[0];
  };

  test("the operator made the decision", async () => {
    const bench = await openDecided(both, (decision) => ({ ...decision, decidedBy: "Mona" }));
    expect(await findFirstQuestion(bench)).toBe("scope");
  });

  test("the decision does not follow from the scope", async () => {
    const choice = { profile: "app", readApp: true, writeApp: true, pat: false };
    const bench = await openDecided(privateScope, (decision) => ({ ...decision, choice }));
    expect(await findFirstQuestion(bench, { "profile-app-read": true })).toBe("scope");
  });

  test("the scope changed after the decision", async () => {
    const bench = await openDecided();
    const settings = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, settings.replace("acme/api", "acme/infra"));
    expect(await findFirstQuestion(bench)).toBe("scope");
  });

  test("the command is gatehouse scope", async () => {
    const bench = await openDecided();
    const run = await bench.setUpScope(review, { purpose: "scope", stopDuring: "read-browser" });
    expect(idsOf(run)[0]).toBe("scope");
  });
});
