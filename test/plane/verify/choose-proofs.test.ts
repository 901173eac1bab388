import { describe, expect, test } from "vitest";
import { chooseProofs } from "../../../src/plane/verify/choose-proofs.ts";
import { seen } from "../../../src/plane/verify/review-facts.ts";
import type { ReviewFacts } from "../../../src/plane/verify/review-facts.ts";
import { patSecret } from "../../../src/credentials/records.ts";
import { patDecision, someSettings } from "../control-plane-bench.ts";
import {
  appFacts,
  asDecided,
  asSet,
  bothFacts,
  bothStored,
  forbidden,
  patFacts,
  tokenFacts,
  withPat,
  storedSecrets,
} from "./rows/facts.ts";

const missing = { state: "missing" } as const;
const stored = patDecision(someSettings, new Date("2026-05-01"));
const consentWith = (change: object) =>
  patFacts(asDecided({ ...stored, consent: { ...stored.consent!, ...change } }));

describe("a proof run tests", () => {
  test.each<[string, ReviewFacts, string[]]>([
    ["the App whose records are complete", appFacts(), ["read-app"]],
    ["both Apps", appFacts(bothStored), ["read-app", "write-app"]],
    [
      "no App with an incomplete pair, but the credential that reads instead",
      appFacts({ secrets: storedSecrets() }),
      ["workflow-token"],
    ],
    ["the workflow token if no stronger credential reads", tokenFacts(), ["workflow-token"]],
    ["no workflow token if the required data is unknown", tokenFacts({ settings: missing }), []],
    ["a consented PAT", patFacts(), ["pat"]],
    ["an App and a consented PAT", bothFacts(), ["read-app", "pat"]],
    ["nothing if record names cannot be listed", appFacts({ variables: forbidden }), []],
  ])("%s", (_, facts, credentials) => {
    expect(chooseProofs(facts)).toEqual(credentials);
  });
});

describe("a proof run does not test a PAT", () => {
  test.each<[string, ReviewFacts]>([
    ["that was not chosen", appFacts(withPat)],
    ["that was chosen without consent", patFacts(asDecided({ choice: stored.choice }))],
    ["with consent that was not chosen", patFacts(asDecided({ consent: stored.consent! }))],
    ["whose consent is for another scope", patFacts(asSet({ mode: "live" }))],
    ["whose consent is for another owner", consentWith({ phrase: "use my PAT for globex" })],
    ["whose consent has expired", patFacts({ now: new Date("2100-01-01") })],
    ["without a committed decision", patFacts({ decision: missing })],
    ["without committed settings", patFacts({ settings: missing })],
    [
      "that is stored in the repository, not in the environment",
      patFacts({ environmentSecrets: seen(new Map()), secrets: storedSecrets(patSecret) }),
    ],
  ])("%s", (_, facts) => {
    expect(chooseProofs(facts)).not.toContain("pat");
  });
});
