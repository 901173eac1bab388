import type { DescribedCommand, DescribedOption } from "../../cli/described-command.ts";

/** A command's options, and those of the verb that may be left out behind it. */
export function completedOptions(command: DescribedCommand): readonly DescribedOption[] {
  const { options, commands, implied } = command;
  const verb = commands.find((each) => each.path.at(-1) === implied);
  const own = new Set(options.flatMap(({ names }) => names));
  const more = (verb?.options ?? []).filter(({ names }) => !names.some((name) => own.has(name)));
  return [...options, ...more];
}
