/**
 * Explains why the name of a new agent is invalid; undefined if the name is valid. The name becomes
 * the file name.
 */
export function checkAgentName(name: string): string | undefined {
  if (/^[A-Za-z0-9][\w-]{0,80}$/.test(name)) return undefined;
  return `"${name}" is not a valid agent name. Use letters, digits, _ and -.`;
}
