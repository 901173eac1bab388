/** A command of gatehouse that was printed, and what was said that it does. */
export interface PrintedStep {
  readonly say: string;
  readonly command: string;
}

/**
 * Every command of gatehouse in an output: it has rows of its own below the words that lead to it, and joins them by a
 * backslash where it takes several, as a shell does.
 */
export function findPrintedSteps(output: string): PrintedStep[] {
  const lines = output.replaceAll(/ \\\n */g, " ").split("\n");
  return lines.flatMap((line, index) => {
    const command = line.trim();
    // A header that names the program sets the name off.
    if (!/^gatehouse \S/.test(command)) return [];
    const said = (lines[index - 1] ?? "").replace(/^[ │|]*(Next:? +)?/, "");
    return [{ say: said.replace(/:$/, ""), command }];
  });
}
