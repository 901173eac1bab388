/** A command of gatehouse that was printed, and what was said that it does. */
export interface PrintedStep {
  readonly say: string;
  readonly command: string;
}

/** Every command of gatehouse in an output: a line of its own below the words that lead to it. */
export function findPrintedSteps(output: string): PrintedStep[] {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.flatMap((command, index) => {
    if (!command.startsWith("gatehouse ")) return [];
    const say = (lines[index - 1] ?? "").replace(/^→ /, "").replace(/:$/, "");
    return [{ say, command }];
  });
}
