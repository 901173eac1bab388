import { seen } from "../../../../src/plane/verify/review-facts.ts";
import type { Decision } from "../../../../src/plane/scope/decision.ts";
import { appRecords, patSecret } from "../../../../src/credentials/records.ts";
import { patDecision, someSettings } from "../../control-plane-bench.ts";
import {
  asDecided,
  bothStored,
  decidedFor,
  forbidden,
  patFacts,
  runOf,
  tokenReport,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const { variable } = appRecords.read;

const { consent } = patDecision(someSettings, new Date("2026-05-01"));

const patConsent = (change: Partial<NonNullable<Decision["consent"]>>) =>
  patFacts(
    consent
      ? asDecided({ choice: patDecision().choice, consent: { ...consent, ...change } })
      : { decision: { state: "missing" } },
  );

const patEnd = (expires: string) =>
  patFacts({ run: runOf(["pat"], { tokens: { pat: tokenReport({}, expires) } }) });

const patStoredAt = (time: string) =>
  patFacts({ environmentSecrets: seen(new Map([[patSecret, time]])) });

/** Cases of a PAT at the limit between two results. */
export const patEdges: readonly Row[] = [
  [
    "two Apps that nobody chose",
    patFacts({ variables: seen(new Map()), secrets: bothStored.secrets }),
    "pat-only",
    "fail",
    /read App, but one of its records is stored\. .*write App, but one of its records is stored\./,
  ],
  [
    "an App's ID beside a PAT",
    patFacts({ variables: seen(new Map([[variable, "Iv1.read"]])) }),
    "pat-only",
    "fail",
    /read App, but one of its records is stored/,
  ],
  [
    "a consent of nobody",
    patFacts(asDecided({ choice: patDecision().choice })),
    "pat-owner",
    "fail",
    /consented to: none\.$/,
  ],
  [
    "a consent for another owner",
    patConsent({ resourceOwner: "globex" }),
    "pat-owner",
    "fail",
    /Owners: acme; consented to: globex\.$/,
  ],
  [
    "a consent in other letters",
    patConsent({ resourceOwner: "ACME" }),
    "pat-owner",
    "pass",
    /^Only acme:/,
  ],
  [
    "a PAT without settings",
    patFacts({ settings: { state: "missing" } }),
    "pat-owner",
    "unknown",
    /settings/,
  ],
  [
    "a PAT that no run could use",
    patFacts({ run: runOf(["pat"], {}) }),
    "pat-policy",
    "unknown",
    /could not use/,
  ],
  [
    "a policy of nobody's consent",
    patFacts(asDecided({ choice: patDecision().choice })),
    "pat-policy",
    "pass",
    /non-public repositories of the resource owner: /,
  ],
  [
    "a PAT whose consent ends now",
    patFacts({ now: new Date("2099-01-01T00:00:00Z") }),
    "pat-expiration",
    "fail",
    /^It expired at 2099/,
  ],
  [
    "a PAT that ended before its consent",
    patEnd("2026-05-31 00:00:00 UTC"),
    "pat-expiration",
    "fail",
    /^The token expired at 2026/,
  ],
  [
    "a PAT that ends a second after its consent",
    patEnd("2099-01-01 00:00:01 UTC"),
    "pat-expiration",
    "fail",
    /consent covers a token that expires at 2099/,
  ],
  [
    "a PAT that ends a second before its consent",
    patEnd("2098-12-31 23:59:59 UTC"),
    "pat-expiration",
    "fail",
    /consent covers a token that expires at 2099/,
  ],
  ["a PAT with its consent's end", patFacts(), "pat-expiration", "pass", /Rotation owner: mona\.$/],
  [
    "a PAT with an end, and no consent",
    patFacts(asDecided({ choice: patDecision().choice })),
    "pat-expiration",
    "pass",
    /Rotation owner: not set\.$/,
  ],
  [
    "no API that is needed",
    patFacts(decidedFor({ ...someSettings, packages: [] }, patDecision())),
    "pat-apis",
    "pass",
    /none required/,
  ],
  [
    "a secret that was stored ten minutes after the consent",
    patStoredAt("2026-05-01T00:10:00Z"),
    "pat-environment",
    "pass",
    /Stored in control-plane/,
  ],
  [
    "a secret that was stored a second later",
    patStoredAt("2026-05-01T00:10:01Z"),
    "pat-environment",
    "fail",
    /after the consent/,
  ],
  [
    "a secret that was stored before the consent",
    patStoredAt("2026-04-01T00:00:00Z"),
    "pat-environment",
    "pass",
    /Stored in control-plane/,
  ],
  [
    "a secret that is not set",
    patFacts({ environmentSecrets: seen(new Map()) }),
    "pat-environment",
    "fail",
    /not stored in control-plane\.$/,
  ],
  [
    "secrets that may not be seen",
    patFacts({ environmentSecrets: forbidden }),
    "pat-environment",
    "unknown",
    /403/,
  ],
];
