/**
 * Returns the folder for the login of a forge with a state file. Each state file has its own
 * folder.
 */
export function cliConfigFolder(stateFile: string): string {
  return `${stateFile}.cli`;
}
