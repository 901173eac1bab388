/** Says what is wrong with the name of a new agent, which is the name of its file, too; or nothing. */
export function checkAgentName(name: string): string | undefined {
  if (/^[A-Za-z0-9][\w-]{0,80}$/.test(name)) return undefined;
  return `"${name}" is no name for an agent: letters, digits, _ and -.`;
}
