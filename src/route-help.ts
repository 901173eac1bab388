const help = ["--help", "-h", "help"];
const version = ["--version", "-V"];

/** Whether a line asks for the list of all commands, or for the version, and for nothing else. */
export function asksForAll(argv: readonly string[]): boolean {
  return argv.length === 1 && (help.includes(argv[0] ?? "") || asksForVersion(argv));
}

export function asksForVersion([word = ""]: readonly string[]): boolean {
  return version.includes(word);
}
