/** Names of the engine setup's rows in the progress log, in order. */
export const engineRow = "Engine";
export const authenticationRow = "Authentication";
export const networkRow = "Network";
export const definitionRow = "Definition";
export const pipelineRow = "Pipeline";
export const secretsRow = "Secrets";

export function engineOutline(): readonly string[] {
  return [engineRow, authenticationRow, networkRow, definitionRow, pipelineRow, secretsRow];
}
