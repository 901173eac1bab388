/** Pattern of a workflow's file name. Paths, workflow numbers and names in other repositories fail. */
export const workflowFilePattern = String.raw`^\w[\w.-]{0,95}\.ya?ml$`;

const workflowFile = new RegExp(workflowFilePattern);

export function isWorkflowFile(name: string): boolean {
  return workflowFile.test(name);
}
