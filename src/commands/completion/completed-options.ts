import type { DescribedCommand, DescribedOption } from "../../cli/described-command.ts";

/** Returns the options of a command and of its implied subcommand. */
export function completedOptions(command: DescribedCommand): readonly DescribedOption[] {
  const { options, commands, implied } = command;
  const verb = commands.find((each) => each.path.at(-1) === implied);
  const own = new Set(options.flatMap(({ names }) => names));
  const more = (verb?.options ?? []).filter(({ names }) => !names.some((name) => own.has(name)));
  return [...options, ...more];
}
