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
export const validateName = "threatAnalysis";

/** What that step has said, as an expression of a job that depends on it. */
export function judged(name: "SafeToProcess" | "HasReviewedProposals" | "ProposalsSha256"): string {
  return `dependencies.Detection.outputs['${validateName}.${name}']`;
}

const isSafe = `eq(${judged("SafeToProcess")}, 'true')`;
const resultOf = (id: string) => `dependencies.${id}.result`;

/** Which bytes were judged: nothing else is carried out. */
export const validatedProposals = {
  variable: "AW_PROPOSALS_SHA256",
  expression: `$[${judged("ProposalsSha256")}]`,
} as const;

/** When jobs run, in the service's words. */
export const conditions = {
  safe: `and(succeeded(), ${isSafe})`,
  reviewed: `and(succeeded(), ${isSafe}, eq(${judged("HasReviewedProposals")}, 'true'))`,
  /** Where nothing needs a person, the job for what was approved is left out. */
  carriedOut: `and(not(canceled()), in(${resultOf(jobs.outputs.id)}, 'Succeeded', 'SucceededWithIssues'), in(${resultOf(jobs.reviewedOutputs.id)}, 'Succeeded', 'SucceededWithIssues', 'Skipped'))`,
  conclusion: "and(always(), not(canceled()))",
} as const;
