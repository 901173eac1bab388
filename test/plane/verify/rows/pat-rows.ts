import { seen } from "../../../../src/plane/verify/review-facts.ts";
import { patSecret } from "../../../../src/credentials/records.ts";
import { patDecision, someSettings } from "../../control-plane-bench.ts";
import { patFacts, needing, noRun, forbidden, decidedFor, runOf, tokenReport } from "./facts.ts";
import type { Row } from "./facts.ts";

const patRun = (...report: Parameters<typeof tokenReport>) => ({
  run: runOf(["pat"], { tokens: { pat: tokenReport(...report) } }),
});

export const patRows: readonly Row[] = [
  [
    "a PAT that reaches too little",
    patFacts(patRun({ read: 2, refusals: ["repository: 404"] })),
    "pat-coverage",
    "fail",
    /2 of 3 .*\(repository: 404\)/,
  ],
  ["a PAT that no run tried", patFacts(noRun), "pat-coverage", "unknown", /No run/],
  [
    "a PAT that the run could not use",
    patFacts({ run: runOf(["pat"], {}) }),
    "pat-coverage",
    "fail",
    /could not use/,
  ],
  [
    "a PAT that is not consented to",
    patFacts({ run: runOf([], {}) }),
    "pat-coverage",
    "unknown",
    /did not test this credential/,
  ],
  [
    "a PAT that waits for approval",
    patFacts(patRun({ read: 1, hidden: 0 })),
    "pat-policy",
    "fail",
    /cannot read any non-public repository of acme/,
  ],
  [
    "a PAT for public repositories",
    patFacts(patRun({ hidden: 0 })),
    "pat-policy",
    "unknown",
    /public/,
  ],
  ["a policy that no run tried", patFacts(noRun), "pat-policy", "unknown", /No run/],
  [
    "another resource owner",
    patFacts(
      decidedFor(
        { ...someSettings, targets: ["globex/tools"], allowedOwners: ["globex"] },
        patDecision(),
      ),
    ),
    "pat-owner",
    "fail",
    /acme, globex/,
  ],
  [
    "an owner that nothing proves",
    patFacts(patRun({ hidden: 0 })),
    "pat-owner",
    "unknown",
    /did not read any non-public repository of acme/,
  ],
  ["an endless PAT", patFacts(patRun({}, null)), "pat-expiration", "fail", /never expires/],
  [
    "an expired PAT",
    patFacts({ now: new Date("2100-01-01") }),
    "pat-expiration",
    "fail",
    /expired at/,
  ],
  [
    "another PAT than the consented one",
    patFacts(patRun({}, "2098-01-01 00:00:00 UTC")),
    "pat-expiration",
    "fail",
    /consent covers a token that expires at 2099/,
  ],
  [
    "an unreadable end",
    patFacts(patRun({}, "soon")),
    "pat-expiration",
    "fail",
    /Could not read when the token expires/,
  ],
  ["an end that no run saw", patFacts(noRun), "pat-expiration", "unknown", /No run/],
  [
    "an API that takes no PAT",
    patFacts(decidedFor(needing("packages"), patDecision())),
    "pat-apis",
    "fail",
    /Packages/,
  ],
  [
    "APIs that nobody wrote down",
    patFacts({ settings: { state: "missing" } }),
    "pat-apis",
    "unknown",
    /settings/,
  ],
  [
    "no environment",
    patFacts({ environment: seen(undefined) }),
    "pat-environment",
    "fail",
    /Environment control-plane not found/,
  ],
  [
    "an open environment",
    patFacts({
      environment: seen({ state: "open", words: "no protection rules", admitsDefault: true }),
    }),
    "pat-environment",
    "fail",
    /environment control-plane is not protected: no protection rules/,
  ],
  [
    "an environment whose protection may not be seen",
    patFacts({
      environment: seen({
        state: "unknown",
        words: "protected branches only",
        admitsDefault: undefined,
      }),
    }),
    "pat-environment",
    "unknown",
    /protection of the environment control-plane is not visible: protected branches only/,
  ],
  [
    "an environment that takes no run of the default branch",
    patFacts({
      environment: seen({ state: "protected", words: "branch release only", admitsDefault: false }),
    }),
    "pat-environment",
    "fail",
    /Runs of the default branch cannot use .*: branch release only/,
  ],
  [
    "an environment that may not be seen",
    patFacts({ environment: forbidden }),
    "pat-environment",
    "unknown",
    /403/,
  ],
  [
    "a secret that was replaced",
    patFacts({ environmentSecrets: seen(new Map([[patSecret, "2026-05-02T00:00:00Z"]])) }),
    "pat-environment",
    "fail",
    /after the consent/,
  ],
];
