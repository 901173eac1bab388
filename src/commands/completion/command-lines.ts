import type { DescribedCommand } from "../../cli/described-command.ts";
import { completedOptions } from "./completed-options.ts";

/** `gatehouse control render` */
export function wordsOf({ path }: DescribedCommand): string {
  return ["gatehouse", ...path].join(" ");
}

/** The words of each command but the program itself. */
export function commandLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.filter(({ path }) => path.length > 0).map(wordsOf);
}

/** What a line may end with that a value has to follow: `gatehouse setup --repo`. */
export function awaitingLines(commands: readonly DescribedCommand[]): readonly string[] {
  return commands.flatMap((command) =>
    completedOptions(command).flatMap(({ names, value }) =>
      value ? names.map((name) => `${wordsOf(command)} ${name}`) : [],
    ),
  );
}
