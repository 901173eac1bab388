import { seen } from "../../../../src/plane/verify/review-facts.ts";
import { appRecords } from "../../../../src/credentials/records.ts";
import { appDecision } from "../../control-plane-bench.ts";
import {
  appFacts,
  patFacts,
  tokenFacts,
  asDecided,
  readRun,
  noRun,
  forbidden,
  outputBy,
  runOf,
  tokenReport,
  completeDiscovery,
  now,
  storedSecrets,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const { secret } = appRecords.read;

const entitled = (change: object) => ({ ...appDecision.entitlement, ...change });

export const outcomeRows: readonly Row[] = [
  [
    "a repository that cannot be read",
    appFacts(readRun({ discovery: { ...completeDiscovery, read: 2 } })),
    "discovery",
    "fail",
    /read 2 of 3/,
  ],
  [
    "workflows that cannot be listed",
    appFacts(
      readRun({
        discovery: { ...completeDiscovery, workflowsListed: 0, refusals: ["workflows: 403"] },
      }),
    ),
    "discovery",
    "fail",
    /workflows: 403/,
  ],
  ["a discovery that no run tried", appFacts(noRun), "discovery", "unknown", /No run/],
  ["a reader that is unknown", appFacts({ secrets: forbidden }), "discovery", "unknown", /403/],
  [
    "a reader whose job failed",
    appFacts({ run: runOf(["read-app"], {}) }),
    "discovery",
    "unknown",
    /did not succeed/,
  ],
  [
    "a private target of the workflow token",
    tokenFacts({
      run: runOf(["workflow-token"], {
        tokens: { "workflow-token": tokenReport({ read: 2 }, null) },
      }),
    }),
    "workflow-token-coverage",
    "fail",
    /2 of 3/,
  ],
  [
    "no output on an embedded forge",
    appFacts({ outputs: seen({ repository: "acme/control", latest: [] }), isEmbedded: true }),
    "review-output",
    "unknown",
    /contains no review output/,
  ],
  [
    "no output yet",
    appFacts({ outputs: seen({ repository: "acme/control", latest: [] }) }),
    "review-output",
    "unknown",
    /contains no review output of github-actions\[bot\]/,
  ],
  [
    "somebody else's issue",
    appFacts({ outputs: seen({ repository: "acme/control", latest: [outputBy("hubot")] }) }),
    "review-output",
    "unknown",
    /contains no review output/,
  ],
  [
    "an output from before the decision",
    appFacts(asDecided({ decidedAt: now.toISOString() })),
    "review-output",
    "unknown",
    /since the decision/,
  ],
  [
    "an output with a credential",
    appFacts({
      outputs: seen({ repository: "acme/control", latest: [outputBy("acme-reader[bot]", true)] }),
    }),
    "review-output",
    "fail",
    /possible credential was found in 1 output/,
  ],
  [
    "an output whose text is not told",
    appFacts({
      outputs: seen({
        repository: "acme/control",
        latest: [
          outputBy("github-actions[bot]"),
          { ...outputBy("acme-reader[bot]"), hasCredential: undefined },
        ],
      }),
    }),
    "review-output",
    "unknown",
    /text of 1 output of acme\/control is not visible/,
  ],
  [
    "outputs that may not be seen",
    appFacts({ outputs: forbidden }),
    "review-output",
    "unknown",
    /403/,
  ],
  ["an output of the operator's PAT", patFacts(), "review-output", "pass", /mona wrote an? issue/],
  [
    "no billing",
    appFacts({ entitlement: { state: "unavailable", evidence: "0 seats" } }),
    "inference-billing",
    "fail",
    /0 seats/,
  ],
  [
    "billing that nobody confirmed",
    appFacts({ entitlement: { state: "inconclusive", evidence: "403" } }),
    "inference-billing",
    "unknown",
    /403/,
  ],
  [
    "billing that an administrator confirmed",
    appFacts({
      entitlement: { state: "inconclusive", evidence: "403" },
      ...asDecided({
        entitlement: entitled({
          confirmation: {
            administrator: "hubot",
            role: "administrator",
            confirmedBy: "mona",
            confirmedAt: "2026-01-01",
          },
        }),
      }),
    }),
    "inference-billing",
    "pass",
    /\. hubot confirmed it/,
  ],
  [
    "billing that a person with an unverified role confirmed",
    appFacts({
      entitlement: { state: "inconclusive", evidence: "403" },
      ...asDecided({
        entitlement: entitled({
          confirmation: { administrator: "hubot", confirmedBy: "mona", confirmedAt: "2026-01-01" },
        }),
      }),
    }),
    "inference-billing",
    "pass",
    /hubot \(role unverified\) confirmed it/,
  ],
  [
    "a token for agents that the organization shares",
    appFacts({ organizationSecrets: seen(new Set(["AGENT_FORGE_TOKEN"])) }),
    "inference-fallbacks",
    "fail",
    /AGENT_FORGE_TOKEN/,
  ],
  [
    "a token for agents",
    appFacts({ secrets: storedSecrets(secret, "AGENT_FORGE_TOKEN") }),
    "inference-fallbacks",
    "fail",
    /AGENT_FORGE_TOKEN/,
  ],
  [
    "names that may not be seen",
    appFacts({ secrets: forbidden }),
    "inference-fallbacks",
    "unknown",
    /403/,
  ],
];
