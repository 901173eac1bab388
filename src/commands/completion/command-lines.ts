import type { DescribedCommand } from "../../cli/described-command.ts";
import { completedOptions } from "./completed-options.ts";

/** Returns the command line of a command: `gatehouse control render`. */
export function wordsOf({ path }: DescribedCommand): string {
  return ["gatehouse", ...path].join(" ");
}

/** Returns the command lines of all commands except the program itself. */
export function commandLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.filter(({ path }) => path.length > 0).map(wordsOf);
}

/** Returns the command lines that require a value next, such as `gatehouse setup --repo`. */
export function awaitingLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.flatMap((command) =>
    completedOptions(command).flatMap(({ names, value }) =>
      value ? names.map((name) => `${wordsOf(command)} ${name}`) : [],
    ),
  );
}
