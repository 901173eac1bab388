/** A printed gatehouse command, and the text that describes it. */
export interface PrintedStep {
  readonly text: string;
  readonly command: string;
}

/**
 * Finds every gatehouse command in an output. A command has its own rows below its introduction. A
 * backslash joins several rows, as in a shell.
 */
export function findPrintedSteps(output: string): PrintedStep[] {
  const lines = output.replaceAll(/ \\\n */g, " ").split("\n");
  return lines.flatMap((line, index) => {
    const command = line.trim();
    // A header with the program's name separates the name from the rest.
    if (!/^gatehouse \S/.test(command)) return [];
    const text = (lines[index - 1] ?? "").replace(/^[ │|]*(Next:? +)?/, "");
    return [{ text: text.replace(/:$/, ""), command }];
  });
}
