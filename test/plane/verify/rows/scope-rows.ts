import { appDecision } from "../../control-plane-bench.ts";
import { appFacts, asDecided, asSet } from "./facts.ts";
import type { Row } from "./facts.ts";

export const scopeRows: readonly Row[] = [
  ["no settings", appFacts({ settings: { state: "missing" } }), "settings", "fail", /No settings/],
  [
    "broken settings",
    appFacts({ settings: { state: "broken", reason: "1:2 it is no object" } }),
    "settings",
    "fail",
    /1:2/,
  ],
  ["no decision", appFacts({ decision: { state: "missing" } }), "decision", "fail", /No decision/],
  [
    "a broken decision",
    appFacts({ decision: { state: "broken", reason: "it is no decision" } }),
    "decision",
    "fail",
    /no decision/,
  ],
  [
    "a changed mode",
    appFacts(asSet({ mode: "live" })),
    "decision",
    "fail",
    /Changed since .*: mode\.$/,
  ],
  [
    "a changed target and API",
    appFacts(asSet({ targets: ["acme/web"], packages: [] })),
    "decision",
    "fail",
    /: targets, required APIs\.$/,
  ],
  [
    "a decision to stop",
    appFacts(asDecided({ choice: { ...appDecision.choice, profile: "stop" } })),
    "decision",
    "fail",
    /No credential qualified/,
  ],
  [
    "no settings to compare",
    appFacts({ settings: { state: "missing" } }),
    "decision",
    "unknown",
    /Comparison is not possible/,
  ],
];
