import { expect, test } from "vitest";
import type { CheckState } from "../../../src/plane/verify/checks/check.ts";
import { findProofNews } from "../../../src/plane/verify/find-proof-news.ts";
import { evaluateReview } from "../../../src/plane/verify/review.ts";
import { now, patFacts, runOf, tokenReport } from "./rows/facts.ts";

const location = {
  environment: "control-plane",
  repositories: ["acme/control", "acme/api", "acme/infra"],
};
const proof = {
  storedAt: "2026-05-01T00:00:00Z",
  expiresAt: "2099-01-01T00:00:00.000Z",
  provedAt: now.toISOString(),
};

const patNewsOf = (facts: ReturnType<typeof patFacts>) =>
  findProofNews(facts, evaluateReview(facts)).pat;

/** Returns the news about a token without problems, except for the state of this check. */
function patNewsWhere(id: string, state: CheckState) {
  const review = evaluateReview(patFacts());
  const checks = review.checks.map((check) => (check.id === id ? { ...check, state } : check));
  return findProofNews(patFacts(), { ...review, checks }).pat;
}

test("a token with the right repositories and expiry is proved", () => {
  expect(patNewsOf(patFacts())).toEqual({ ...location, proof });
});

test("a token for public repositories is proved, although its owner and policy are unknown", () => {
  const run = runOf(["pat"], { tokens: { pat: tokenReport({ hidden: 0 }) } });
  expect(patNewsOf(patFacts({ run }))).toEqual({ ...location, proof });
});

test.each(["pat-coverage", "pat-expiration"])(
  "if %s is unknown, no new result is reported",
  (id) => {
    expect(patNewsWhere(id, "unknown")).toBeUndefined();
  },
);

test.each([
  ["has another expiry than the consent", tokenReport({}, "2098-01-01 00:00:00 UTC")],
  ["never expires", tokenReport({}, null)],
  ["reads too few repositories", tokenReport({ read: 2 })],
])("a token that %s is refuted", (_what, pat) => {
  const run = runOf(["pat"], { tokens: { pat } });
  expect(patNewsOf(patFacts({ run }))).toEqual({ ...location, proof: undefined });
});

test("a run that did not test the token reports no new result for it, even if other checks fail", () => {
  const run = runOf([], {});
  expect(patNewsOf(patFacts({ run, now: new Date("2100-01-01") }))).toBeUndefined();
});
