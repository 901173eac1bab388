import { shownCommands, type CommandEntry } from "./command.ts";
import { describeCommand } from "./describe-command.ts";
import type { DescribedCommand } from "./described-command.ts";
import { program } from "./program.ts";

/** Loads and describes the program with all of its commands. */
export function describeProgram(): Promise<DescribedCommand> {
  return describeAll(program, []);
}

async function describeAll(
  entry: CommandEntry,
  path: readonly string[],
): Promise<DescribedCommand> {
  const [command, ...commands] = await Promise.all([
    entry.load(),
    ...shownCommands(entry).map((each) => describeAll(each, [...path, each.name])),
  ]);
  return { ...describeCommand(command, { path, entry }), commands };
}
