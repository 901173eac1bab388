/** The jobs of a pipeline, in their order. */
export const jobs = {
  setup: { id: "Setup", displayName: "Set up" },
  agent: { id: "Agent", displayName: "Agent" },
  detection: { id: "Detection", displayName: "Look at the proposals" },
  review: { id: "ManualReview", displayName: "Wait for a person" },
  outputs: { id: "SafeOutputs", displayName: "Carry out" },
  reviewedOutputs: { id: "SafeOutputs_Reviewed", displayName: "Carry out what was approved" },
  teardown: { id: "Teardown", displayName: "Tear down" },
  conclusion: { id: "Conclusion", displayName: "Conclusion" },
} as const;

/** The step whose outputs say what becomes of the proposals. */
export const judgeName = "threatAnalysis";

const outputOf = (name: string) => `dependencies.Detection.outputs['${judgeName}.${name}']`;
const isSafe = `eq(${outputOf("SafeToProcess")}, 'true')`;

/** Which bytes were judged: nothing else is carried out. */
export const judgedProposals = {
  variable: "AW_PROPOSALS_SHA256",
  expression: `$[${outputOf("ProposalsSha256")}]`,
} as const;

/** When jobs run, in the service's words. */
export const conditions = {
  safe: `and(succeeded(), ${isSafe})`,
  reviewed: `and(succeeded(), ${isSafe}, eq(${outputOf("HasReviewedProposals")}, 'true'))`,
  conclusion: "and(always(), not(canceled()))",
} as const;
