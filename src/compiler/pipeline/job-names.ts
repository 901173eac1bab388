/** The jobs of a pipeline, in order. */
export const jobs = {
  setup: { id: "Setup", displayName: "Set up" },
  agent: { id: "Agent", displayName: "Agent" },
  detection: { id: "Detection", displayName: "Check the proposals" },
  review: { id: "ManualReview", displayName: "Wait for approval" },
  outputs: { id: "SafeOutputs", displayName: "Apply proposals" },
  reviewedOutputs: { id: "SafeOutputs_Reviewed", displayName: "Apply approved proposals" },
  teardown: { id: "Teardown", displayName: "Tear down" },
  conclusion: { id: "Conclusion", displayName: "Conclusion" },
} as const;

/** Name of the step whose outputs determine whether the proposals are applied. */
export const validateName = "threatAnalysis";

/** Returns the expression with which a dependent job reads an output of the validation step. */
export function validationOutput(
  name: "SafeToProcess" | "HasReviewedProposals" | "ProposalsSha256",
): string {
  return `dependencies.Detection.outputs['${validateName}.${name}']`;
}

const isSafe = `eq(${validationOutput("SafeToProcess")}, 'true')`;
const resultOf = (id: string) => `dependencies.${id}.result`;

/** Hash of the validated proposals. Only these bytes are applied. */
export const validatedProposals = {
  variable: "AW_PROPOSALS_SHA256",
  expression: `$[${validationOutput("ProposalsSha256")}]`,
} as const;

/** Conditions of jobs in the syntax of Azure Pipelines. */
export const conditions = {
  safe: `and(succeeded(), ${isSafe})`,
  reviewed: `and(succeeded(), ${isSafe}, eq(${validationOutput("HasReviewedProposals")}, 'true'))`,
  /** If no proposal requires approval, the job for approved proposals is skipped. */
  carriedOut: `and(not(canceled()), in(${resultOf(jobs.outputs.id)}, 'Succeeded', 'SucceededWithIssues'), in(${resultOf(jobs.reviewedOutputs.id)}, 'Succeeded', 'SucceededWithIssues', 'Skipped'))`,
  /** Also if no proposal requires approval, or the approval was not given. */
  reviewedOrSkipped: `and(not(canceled()), ${isSafe}, in(${resultOf(jobs.outputs.id)}, 'Succeeded', 'SucceededWithIssues', 'Skipped'))`,
  conclusion: "and(always(), not(canceled()))",
} as const;
