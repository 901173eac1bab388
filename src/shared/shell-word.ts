/** One word for a shell, to paste. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path that no program reads as an option. */
export function pathArgument(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}
