/** A printed command, and the text that describes it. */
export interface PrintedStep {
  readonly text: string;
  readonly command: string;
}

/**
 * Finds every command in an output. A command has its own rows below its introduction. A backslash
 * joins several rows, as in a shell.
 * @param which commands of gatehouse only, or of any program
 */
export function findPrintedSteps(
  output: string,
  which: "of gatehouse" | "of any program" = "of gatehouse",
): PrintedStep[] {
  const lines = output.replaceAll(/ \\\n */g, " ").split("\n");
  return lines.flatMap((line, index) => {
    const command = line.trim();
    const before = lines[index - 1] ?? "";
    // A header with the program's name separates the name from the rest.
    const isOwn = /^gatehouse \S/.test(command);
    const isOther = /^ {3}\S/.test(line) && before.endsWith(":") && !/^https?:/.test(command);
    if (!isOwn && (which === "of gatehouse" || !isOther)) return [];
    const text = before.replace(/^[ │|]*(Next:? +)?/, "");
    return [{ text: text.replace(/:$/, ""), command }];
  });
}
