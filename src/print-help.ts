/** Prints a help. */
export function printHelp(text: string): void {
  process.stdout.write(text);
}

/** The same for whoever did not ask: a command without its verb. */
export function printHelpAsError(text: string): void {
  process.stderr.write(text);
}
