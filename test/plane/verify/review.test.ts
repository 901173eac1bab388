import { describe, expect, test } from "vitest";
import { evaluateReview } from "../../../src/plane/verify/review.ts";
import { seen } from "../../../src/plane/verify/review-facts.ts";
import {
  appFacts,
  bothFacts,
  bothStored,
  controlled,
  forbidden,
  noRun,
  patFacts,
  tokenFacts,
} from "./rows/facts.ts";
import { allRows } from "./rows/all-rows.ts";
import type { Row } from "./rows/facts.ts";

/** Returns a case as readable text: the facts, the result of one check, and the fix. */
function report([what, facts, id]: Row): string {
  const check = evaluateReview(facts).checks.find((each) => each.id === id);
  const next = check?.next.map(({ text, command, link }) => {
    const how = command ?? link;
    return `  → ${text}${how === undefined ? "" : `: ${how}`}`;
  });
  const lines = [...(check?.evidence.map((line) => `  ${line}`) ?? []), ...(next ?? [])];
  return [`${what} · ${id} · ${check?.state ?? "no such check"}`, ...lines, ""].join("\n");
}

describe("the review before promotion", () => {
  const cases = allRows.map(([what, ...rest]) => ({ title: `${what} · ${rest[1]}`, rest }));
  test.each(cases)("$title", ({ rest: [facts, id, state, evidence] }) => {
    const { checks, isReady } = evaluateReview(facts);
    const check = checks.find((each) => each.id === id);
    expect(check).toMatchObject({ state, evidence: expect.anything() });
    expect(check?.evidence.join(" ")).toMatch(evidence);
    // One check that does not pass is enough.
    expect(isReady).toBe(checks.every((each) => each.state === "pass"));
  });

  test("matches the recorded text in every case", async () => {
    const reported = allRows.map(report).join("\n");
    await expect(reported).toMatchFileSnapshot("./rows/printed-rows.txt");
  });

  test.each([
    ["App", appFacts()],
    ["PAT", patFacts()],
    ["workflow token", tokenFacts()],
  ])("a control plane with a %s passes every check, each with evidence", (_, facts) => {
    const { checks, isReady } = evaluateReview(facts);
    expect(checks.filter(({ state }) => state !== "pass")).toEqual([]);
    expect(checks.every(({ evidence }) => evidence.join("") !== "")).toBe(true);
    expect(checks.flatMap(({ next }) => next)).toEqual([]);
    expect(isReady).toBe(true);
  });

  test.each([
    ["valid", appFacts().decision],
    ["missing", { state: "missing" }],
    ["broken", { state: "broken", reason: "it is no decision" }],
  ] as const)(
    "invalid settings and a decision that is %s suggest no command that the settings stop",
    (_, decision) => {
      const { checks } = evaluateReview(
        appFacts({
          settings: { state: "broken", reason: "1:2 it is no object" },
          decision,
          secrets: seen(new Map()),
          sharedControl: controlled({
            profile: undefined,
            findings: [
              {
                file: ".forge/workflows/shared/control.md",
                line: 1,
                column: 1,
                check: "drift",
                message: "1:2 it is no object",
              },
            ],
          }),
        }),
      );
      const next = checks.flatMap((check) => check.next);
      expect(next).toContainEqual({ text: "Fix the file and commit it" });
      const commands = next.flatMap(({ command = "" }) => command);
      expect(commands.filter((command) => /^gatehouse (scope|setup)/.test(command))).toEqual([]);
    },
  );

  test("the checks depend on the profile", () => {
    const idsOf = (facts: Row[1]) => evaluateReview(facts).checks.map(({ id }) => id);
    const shared = ["settings", "decision", "app-only", "pat-only", "precedence"];
    const last = [
      "discovery",
      "shared-control",
      "review-output",
      "inference-billing",
      "inference-fallbacks",
    ];
    const ofReader = ["key", "owner", "permissions", "coverage", "openness"].map(
      (what) => `read-app-${what}`,
    );
    const ofPat = ["coverage", "policy", "owner", "expiration", "apis", "environment"];
    expect(idsOf(appFacts())).toEqual([...shared, ...ofReader, ...last]);
    expect(idsOf(patFacts())).toEqual([...shared, ...ofPat.map((what) => `pat-${what}`), ...last]);
    expect(idsOf(tokenFacts())).toEqual([...shared, "workflow-token-coverage", ...last]);
  });

  test("every check has a test row in which it does not pass", () => {
    const all = [appFacts(bothStored), patFacts(), tokenFacts()].flatMap((facts) =>
      evaluateReview(facts).checks.map(({ id }) => id),
    );
    const covered = new Set(allRows.filter((row) => row[3] !== "pass").map((row) => row[2]));
    const shared = (id: string) => id.replace("write-app", "read-app");
    expect([...new Set(all.map(shared))].filter((id) => !covered.has(id))).toEqual([]);
  });

  test("a check that fails or is unknown names a fix", () => {
    const silent = allRows
      .filter((row) => row[3] === "fail")
      .filter(([, facts, id]) => {
        const check = evaluateReview(facts).checks.find((each) => each.id === id);
        return check?.next.length === 0;
      });
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test("without any readable data, no check passes", () => {
    const blind = appFacts({
      settings: { state: "missing" },
      decision: { state: "missing" },
      variables: forbidden,
      secrets: forbidden,
      organizationVariables: forbidden,
      organizationSecrets: forbidden,
      environment: forbidden,
      environmentSecrets: forbidden,
      installations: forbidden,
      entitlement: { state: "inconclusive", evidence: "403" },
      sharedControl: forbidden,
      outputs: forbidden,
      ...noRun,
    });
    const { checks, isReady, precedence } = evaluateReview(blind);
    expect(checks.filter(({ state }) => state === "pass")).toEqual([]);
    expect([isReady, precedence]).toEqual([false, []]);
  });

  test("the credentials for each purpose are listed in order of precedence", () => {
    expect(evaluateReview(bothFacts()).precedence).toContainEqual({
      purpose: "control-precompute",
      chain: ["read-app", "pat", "workflow-token"],
      uses: "read-app",
    });
    expect(evaluateReview(bothFacts()).precedence).toContainEqual({
      purpose: "inference",
      chain: ["workflow-token"],
      uses: "workflow-token",
    });
  });
});
