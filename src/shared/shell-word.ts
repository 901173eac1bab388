/** Quotes text as one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a path that no program interprets as an option. */
export function pathArgument(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}
