import type { ReviewOutput } from "../../../../src/plane/verify/outputs.ts";
import { seen, unseen } from "../../../../src/plane/verify/review-facts.ts";
import { appDecision } from "../../control-plane-bench.ts";
import {
  installed,
  appFacts,
  asDecided,
  asSet,
  bothStored,
  forbidden,
  outputBy,
  patFacts,
  readRun,
  runOf,
  tokenFacts,
  tokenReport,
  completeDiscovery,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const outputs = (...latest: readonly ReviewOutput[]) => ({
  outputs: seen({ repository: "acme/control", latest }),
});

const [byBot, at] = [outputBy("github-actions[bot]"), "2026-05-20T00:00:00Z"];

const hint = { text: "Sign in again", command: "forge auth login" };

const later = unseen("No run.", [hint]);

const writer = { clientId: "Iv1.write", appSlug: "acme-writer" };

/** Cases of a result at the limit between two results. */
export const outcomeEdges: readonly Row[] = [
  [
    "an alternate repository",
    appFacts(asSet({ destination: "alternate", alternateRepository: "acme/reviews" })),
    "settings",
    "pass",
    /Destination of review outputs: acme\/reviews\.$/,
  ],
  [
    "outputs in the target",
    appFacts(asSet({ destination: "target" })),
    "settings",
    "pass",
    /Destination of review outputs: target\.$/,
  ],
  [
    "nothing that was asked for",
    appFacts(
      readRun({
        discovery: {
          ...completeDiscovery,
          asked: 0,
          read: 0,
          workflowsAsked: 0,
          workflowsListed: 0,
        },
      }),
    ),
    "discovery",
    "fail",
    /0 of 0/,
  ],
  [
    "more that was asked for than is enrolled",
    patFacts({ run: runOf(["pat"], { tokens: { pat: tokenReport({ asked: 4 }) } }) }),
    "pat-coverage",
    "fail",
    /3 of 3/,
  ],
  [
    "a reach without refusals",
    patFacts({ run: runOf(["pat"], { tokens: { pat: tokenReport({ read: 1 }) } }) }),
    "pat-coverage",
    "fail",
    /^It can read 1 of 3 repositories in scope: acme/,
  ],
  [
    "a workflow token whose job failed",
    tokenFacts({ run: runOf(["workflow-token"], {}) }),
    "workflow-token-coverage",
    "unknown",
    /did not succeed/,
  ],
  [
    "a workflow token that no run tried",
    tokenFacts({ run: unseen("No run.") }),
    "workflow-token-coverage",
    "unknown",
    /No run/,
  ],
  [
    "an output from the minute of the decision",
    appFacts(asDecided({ decidedAt: at })),
    "review-output",
    "pass",
    /wrote/,
  ],
  [
    "an output of the reader, which writes nothing",
    appFacts(outputs(outputBy("acme-reader[bot]"))),
    "review-output",
    "unknown",
    /contains no review output of github-actions/,
  ],
  [
    "a credential in somebody else's issue",
    appFacts(outputs(byBot, outputBy("hubot", true))),
    "review-output",
    "pass",
    /in the latest output\.$/,
  ],
  [
    "two outputs, the newer one first or last",
    appFacts(
      outputs({ ...byBot, link: "old", at: "2026-05-01T00:00:00Z" }, { ...byBot, link: "new" }),
    ),
    "review-output",
    "pass",
    /: new\. No/,
  ],
  [
    "two outputs, the older one last",
    appFacts(
      outputs({ ...byBot, link: "new" }, { ...byBot, link: "old", at: "2026-05-01T00:00:00Z" }),
    ),
    "review-output",
    "pass",
    /: new\. No/,
  ],
  [
    "an output of the write App, by the list alone",
    appFacts({
      ...bothStored,
      installations: installed(writer),
      ...outputs(outputBy("acme-writer[bot]")),
    }),
    "review-output",
    "pass",
    /acme-writer\[bot\] wrote/,
  ],
  [
    "outputs where the writer is unknown",
    appFacts({ secrets: forbidden }),
    "review-output",
    "unknown",
    /of the writing credential since/,
  ],
  [
    "outputs that may be seen by another login",
    appFacts({ outputs: unseen("403.", [hint]) }),
    "review-output",
    "unknown",
    /403/,
  ],
  [
    "no decision, and an output",
    appFacts({ decision: { state: "missing" } }),
    "review-output",
    "pass",
    /wrote/,
  ],
  [
    "no App, and no record of one",
    patFacts(),
    "app-only",
    "pass",
    /No App is chosen, and no App record/,
  ],
  [
    "an App, and a run that could not be",
    appFacts({ run: later }),
    "app-only",
    "unknown",
    /No run/,
  ],
  ["an App and no PAT", appFacts(), "pat-only", "pass", /none is stored/],
  [
    "a decision for an App",
    appFacts({ decision: { state: "valid", value: appDecision } }),
    "decision",
    "pass",
    /the scope has not changed/,
  ],
];
