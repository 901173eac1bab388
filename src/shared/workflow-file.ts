/** Pattern of a workflow's plain file name. A path, a workflow number, or a name in another repository does not match. */
export const workflowFilePattern = String.raw`^\w[\w.-]{0,95}\.ya?ml$`;

const workflowFile = new RegExp(workflowFilePattern);

export function isWorkflowFile(name: string): boolean {
  return workflowFile.test(name);
}
