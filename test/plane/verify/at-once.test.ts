import { expect, test } from "vitest";
import { evaluateAtOnce } from "../../../src/plane/verify/read-status.ts";
import { evaluateReview } from "../../../src/plane/verify/review.ts";
import { unseen } from "../../../src/plane/verify/review-facts.ts";
import { enrolledRepositories } from "../../../src/plane/scope/scope.ts";
import { appFacts, controlled, forbidden, installed, patFacts, tokenFacts } from "./rows/facts.ts";
import { allRows } from "./rows/all-rows.ts";
import { someSettings } from "../control-plane-bench.ts";

type Facts = ReturnType<typeof appFacts>;

const provedAt = "2026-05-01T00:00:00Z";

/**
 * Returns the status of these facts without a run, on a machine that has proved the read App for
 * the scope.
 */
function evaluate(facts: Facts, isProved = true) {
  const atOnce = { ...facts, run: unseen("Only a run can check this.") };
  const repositories = enrolledRepositories(someSettings, facts.controlRepository, "read");
  const proof = { installationId: 7, updatedAt: "2026-01-01T00:00:00Z", provedAt, repositories };
  const pat = { storedAt: "2026-05-01T00:00:00Z", expiresAt: "2099-01-01T00:00:00Z", provedAt };
  const proofs = isProved
    ? { proofOf: () => proof, patProofOf: () => pat }
    : { proofOf: () => undefined, patProofOf: () => undefined };
  const status = evaluateAtOnce(atOnce, { host: "forge.example", proofs });
  return { status, review: evaluateReview(atOnce) };
}

test.each([
  ["an App", appFacts({ installations: installed({}) })],
  ["a PAT", patFacts()],
  ["the workflow token", tokenFacts()],
])("with %s and no problems, nothing is wrong, and the next step is a review", (_, facts) => {
  const { status } = evaluate(facts);
  expect(status).toMatchObject({ overallStatus: "complete", complete: true, wrong: [] });
  expect(status.next.map(({ command }) => command)).toEqual(["gatehouse verify"]);
});

test.each([
  ["an App", appFacts({ installations: installed({}) })],
  ["a PAT", patFacts()],
])("with %s that was not proved on this machine, the next step is a proof run", (_, facts) => {
  const { status } = evaluate(facts, false);
  expect(status).toMatchObject({ overallStatus: "incomplete", complete: false, wrong: [] });
  expect(status.next).toEqual([
    { text: "Test the stored credentials with a run", command: "gatehouse verify" },
  ]);
});

test("without settings, the next step is the setup, because a review does not know the repositories", () => {
  const facts = appFacts({
    installations: installed({}),
    settings: { state: "missing" },
    decision: { state: "missing" },
  });
  const { status } = evaluate(facts, false);
  expect(status.next.at(-1)?.command).toBe("gatehouse setup");
});

test("if only the settings are missing, the setup proves the stored credentials without a run", () => {
  const facts = appFacts({ installations: installed({}), settings: { state: "missing" } });
  const { status } = evaluate(facts, false);
  expect(status.next.at(-1)?.command).toBe("gatehouse setup");
});

test("an unproved App needs no proof run yet if something else is wrong with the control plane", () => {
  const facts = appFacts({
    installations: installed({}),
    entitlement: { state: "unavailable", evidence: "no seats" },
  });
  const { status } = evaluate(facts, false);
  expect(status.wrong.map(({ id }) => id)).toEqual(["inference-billing"]);
  expect(status.next.map(({ command }) => command)).not.toContain("gatehouse verify");
});

test.each(allRows)(
  "%s: the status is complete only if the review finds no problems",
  (_, facts) => {
    const { status, review } = evaluate(facts);
    const failed = review.checks.filter(({ state }) => state === "fail");
    expect(status.complete && failed.length > 0).toBe(false);
    const reported = status.overallStatus === "not set up" ? [] : failed.map(({ id }) => id);
    expect(status.wrong.map(({ id }) => id)).toEqual(reported);
  },
);

test.each([
  [
    "imports a file that was not read",
    controlled({ unread: ["review.md imports evil/repo/x.md@main, which was not read"] }),
    "gatehouse control check",
  ],
  ["cannot be read", forbidden, undefined],
])("is not complete if a workflow %s", (_, sharedControl, command) => {
  for (const isProved of [true, false]) {
    const facts = appFacts({ installations: installed({}), sharedControl });
    const { status } = evaluate(facts, isProved);
    expect(status).toMatchObject({ overallStatus: "incomplete", lacksOnlyProof: false });
    expect(status.next[0]?.command).toBe(command);
  }
});

test("lists each action once, however many checks need it", () => {
  const facts = appFacts({ settings: { state: "missing" }, decision: { state: "missing" } });
  const { status } = evaluate(facts);
  expect(status.overallStatus).toBe("incomplete");
  const commands = status.next.map(({ command }) => command);
  expect(new Set(commands).size).toBe(commands.length);
  expect(commands).toContain("gatehouse scope");
});
