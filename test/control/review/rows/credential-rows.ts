import { seen } from "../../../../src/control/review/review-facts.ts";
import { appRecords, patSecret } from "../../../../src/credentials/records.ts";
import { appDecision, patDecision } from "../../control-plane-bench.ts";
import {
  appFacts,
  patFacts,
  bothFacts,
  asSet,
  needing,
  noRun,
  forbidden,
  bothStored,
  withPat,
  decidedFor,
  runOf,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const { secret } = appRecords.read;

export const credentialRows: readonly Row[] = [
  ["an App without a run", appFacts(noRun), "app-only", "unknown", /No run/],
  [
    "an App whose key fails",
    appFacts({ run: runOf(["read-app"], {}) }),
    "app-only",
    "fail",
    /fall through/,
  ],
  ["an App beside a stray PAT", appFacts(withPat), "app-only", "fail", /no consent/],
  [
    "an App beside a PAT of the repository",
    appFacts({ secrets: seen(new Set([secret, patSecret])) }),
    "app-only",
    "fail",
    /no consent/,
  ],
  [
    "names that cannot be listed",
    appFacts({ environmentSecrets: forbidden }),
    "app-only",
    "unknown",
    /403/,
  ],
  [
    "nothing decided",
    appFacts({ decision: { state: "missing" } }),
    "app-only",
    "unknown",
    /Nothing is decided/,
  ],
  ["an App that nobody chose", patFacts(bothStored), "app-only", "fail", /No App is chosen/],
  ["an App and a consented PAT", bothFacts(), "app-only", "pass", /only tried after/],
  ["a PAT that nobody chose", appFacts(withPat), "pat-only", "fail", /no consent/],
  [
    "a PAT beside an App that was to be absent",
    patFacts(bothStored),
    "pat-only",
    "fail",
    /to be absent/,
  ],
  [
    "a PAT without a record",
    patFacts({ environmentSecrets: seen(new Map()) }),
    "pat-only",
    "fail",
    /not stored/,
  ],
  [
    "a PAT without consent",
    patFacts({
      decision: { state: "valid", value: { ...appDecision, choice: patDecision().choice } },
    }),
    "pat-only",
    "fail",
    /no consent is recorded/,
  ],
  [
    "a consent for another scope",
    patFacts(asSet({ mode: "live" })),
    "pat-only",
    "fail",
    /changed since/,
  ],
  ["an expired consent", patFacts({ now: new Date("2100-01-01") }), "pat-only", "fail", /expired/],
  [
    "a PAT for two owners",
    patFacts(asSet({ targets: ["acme/api", "globex/tools"] })),
    "pat-only",
    "fail",
    /acme, globex/,
  ],
  [
    "a PAT for an API that takes none",
    patFacts(decidedFor(needing("checks"), patDecision())),
    "pat-only",
    "fail",
    /checks/,
  ],
  ["a consented PAT after an App", bothFacts(), "pat-only", "pass", /Apps come first/],
  ["half a pair", appFacts({ secrets: seen(new Set()) }), "precedence", "fail", /is missing/],
  [
    "an App and a consented PAT",
    bothFacts(),
    "precedence",
    "pass",
    /read App, then PAT, then workflow token; now the read App/,
  ],
  [
    "a write App that nobody chose",
    appFacts(bothStored),
    "precedence",
    "fail",
    /safe-outputs would use the write App/,
  ],
  ["unlisted names", appFacts({ secrets: forbidden }), "precedence", "unknown", /403/],
];
