/**
 * Pattern of a workflow's file name. Does not match paths, workflow numbers, or names in other
 * repositories.
 */
export const workflowFilePattern = String.raw`^\w[\w.-]{0,95}\.ya?ml$`;

const workflowFile = new RegExp(workflowFilePattern);

export function isWorkflowFile(name: string): boolean {
  return workflowFile.test(name);
}
