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

describe("a run may try", () => {
  test.each<[string, ReviewFacts, string[]]>([
    ["the App that is stored whole", appFacts(), ["read-app"]],
    ["both Apps", appFacts(bothStored), ["read-app", "write-app"]],
    [
      "no App by half a record, but what reads then",
      appFacts({ secrets: storedSecrets() }),
      ["workflow-token"],
    ],
    ["the workflow token, where nothing stronger reads", tokenFacts(), ["workflow-token"]],
    [
      "not even that, where nobody knows what it has to read",
      tokenFacts({ settings: missing }),
      [],
    ],
    ["a consented PAT", patFacts(), ["pat"]],
    ["an App and a consented PAT", bothFacts(), ["read-app", "pat"]],
    ["nothing, where names may not be listed", appFacts({ variables: forbidden }), []],
  ])("%s", (_, facts, credentials) => {
    expect(chooseProofs(facts)).toEqual(credentials);
  });
});

describe("a PAT is not even tried", () => {
  test.each<[string, ReviewFacts]>([
    ["that nobody chose", appFacts(withPat)],
    ["that was chosen, and not consented to", patFacts(asDecided({ choice: stored.choice }))],
    ["that was consented to, and not chosen", patFacts(asDecided({ consent: stored.consent! }))],
    ["whose consent is for another scope", patFacts(asSet({ mode: "live" }))],
    ["whose consent is for another owner", consentWith({ phrase: "use my PAT for globex" })],
    ["whose consent has ended", patFacts({ now: new Date("2100-01-01") })],
    ["of which no decision is checked in", patFacts({ decision: missing })],
    ["of whose scope no settings are checked in", patFacts({ settings: missing })],
    [
      "that stands in the repository, not in the environment",
      patFacts({ environmentSecrets: seen(new Map()), secrets: storedSecrets(patSecret) }),
    ],
  ])("%s", (_, facts) => {
    expect(chooseProofs(facts)).not.toContain("pat");
  });
});
