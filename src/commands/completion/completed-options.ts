import type { DescribedCommand, DescribedOption } from "../describe-commands.ts";
import { impliedVerbs } from "../option-values.ts";

/** A command's options, and those of the verb that may be left out behind it. */
export function completedOptions(command: DescribedCommand): readonly DescribedOption[] {
  const { path, options, commands } = command;
  const implied = impliedVerbs[path.join(" ")];
  const verb = commands.find((each) => each.path.at(-1) === implied);
  const own = new Set(options.flatMap(({ names }) => names));
  const more = (verb?.options ?? []).filter(({ names }) => !names.some((name) => own.has(name)));
  return [...options, ...more];
}
