import { InvalidInput, type UserError } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { Command, CommandEntry, Program } from "./command.ts";
import { LineFault, parseLine, type ParsedLine } from "./parse-line.ts";

/** A command line: the selected command, and the words after the command's name. */
export interface CommandLine {
  /** The names of the command and its groups, without the program's name. */
  readonly path: readonly string[];
  readonly words: readonly string[];
  /** Undefined in a bundle that contains only one command. */
  readonly entry?: CommandEntry;
}

/**
 * Runs a command, or prints its help.
 * @param program required by commands that describe or run other commands
 * @throws UserError
 */
export async function runCommand(
  command: Command,
  line: CommandLine,
  program: Program = onlyCommand,
): Promise<void> {
  const parsed = await parse(command, line);
  if (parsed.kind === "help") return printHelp(command, line, process.stdout);
  await command.run?.(parsed.options, parsed.args, program);
}

const refuse = () => Promise.reject(new Error("This build contains only one command."));
const onlyCommand: Program = { describe: refuse, run: refuse };

async function parse(command: Command, line: CommandLine): Promise<ParsedLine> {
  try {
    return parseLine(command.arrange?.(line.words) ?? line.words, command);
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw command.refuse?.(error.message) ?? (await refuseUsage(command, line, error.message));
  }
}

/** Creates the error for a command line that cannot be parsed, with the usage of the command. */
export async function refuseUsage(
  command: Command,
  { path, entry }: Pick<CommandLine, "path" | "entry">,
  message: string,
): Promise<UserError> {
  const { usageOf } = await import("./describe-command.ts");
  const name = ["gatehouse", ...path].join(" ");
  return new InvalidInput(message, [
    { text: `Usage: ${name} ${usageOf(command, entry)}` },
    { text: "Show the options", command: ownCommandLine(...path, "--help") },
  ]);
}

export async function printHelp(
  command: Command,
  { path, entry }: Pick<CommandLine, "path" | "entry">,
  output: NodeJS.WriteStream,
): Promise<void> {
  const columns = output.columns || 80;
  if (command.help) return void output.write(await command.help(columns));
  const { describeCommand } = await import("./describe-command.ts");
  const { commandHelp } = await import("./command-help.ts");
  output.write(commandHelp(describeCommand(command, { path, entry }), entry, columns));
}
