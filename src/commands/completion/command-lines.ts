import type { DescribedCommand } from "../../cli/described-command.ts";
import { completedOptions } from "./completed-options.ts";

/** Returns the complete command line of a command, such as `gatehouse control render`. */
export function wordsOf({ path }: DescribedCommand): string {
  return ["gatehouse", ...path].join(" ");
}

/** Returns the command lines of all commands except the program itself. */
export function commandLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.filter(({ path }) => path.length > 0).map(wordsOf);
}

/** Returns command lines that end with an option that needs a value: `gatehouse setup --repo`. */
export function awaitingLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.flatMap((command) =>
    completedOptions(command).flatMap(({ names, value }) =>
      value ? names.map((name) => `${wordsOf(command)} ${name}`) : [],
    ),
  );
}
