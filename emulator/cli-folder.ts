/** Where a forge that has a state file keeps its login: each file its own. */
export function cliConfigFolder(stateFile: string): string {
  return `${stateFile}.cli`;
}
