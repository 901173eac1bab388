/**
 * Returns the folder that contains the login for a forge with this state file. Each state file has
 * its own folder.
 */
export function cliConfigFolder(stateFile: string): string {
  return `${stateFile}.cli`;
}
