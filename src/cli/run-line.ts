import { exitCode, InvalidInput, type UserError } from "../shared/errors.ts";
import type { Command, Program } from "./command.ts";
import { faultOfName, findCommand, type FoundCommand } from "./find-command.ts";
import { LineFault, parseLine, type ParsedLine } from "./parse-line.ts";

/**
 * Runs the command that a line names.
 * @param argv the words behind the program's name
 * @throws UserError
 */
export async function runLine(argv: readonly string[]): Promise<void> {
  if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY) return begin();
  const found = findCommand(argv);
  const { entry, words, asksForHelp } = found;
  const command = await entry.load();
  if (entry.isRaw) return command.run?.({}, {}, program);
  const fault = faultOfName(found);
  if (fault !== undefined) throw await refuse(found, command, fault);
  if (asksForHelp) return printHelp(found, command, process.stdout);
  const line = await parse(found, command);
  if (line.kind === "help") return printHelp(found, command, process.stdout);
  if (command.run) return command.run(line.options, line.args, program);
  // A group on its own: the help says what is missing.
  process.exitCode = words.length === 0 && entry.implied === undefined ? exitCode.usage : 0;
  await printHelp(found, command, entry.implied === undefined ? process.stderr : process.stdout);
}

const program: Program = {
  describe: async () => (await import("./describe-commands.ts")).describeProgram(),
  run: runLine,
};

async function parse(found: FoundCommand, command: Command): Promise<ParsedLine> {
  try {
    return parseLine(found.words, command);
  } catch (error) {
    throw error instanceof LineFault ? await refuse(found, command, error.message) : error;
  }
}

/** The error of a line that cannot be parsed, with the usage of the command that it names. */
async function refuse(found: FoundCommand, command: Command, message: string): Promise<UserError> {
  if (command.refuse && !found.asksForHelp) return command.refuse(message);
  const { usageOf } = await import("./describe-commands.ts");
  const name = ["gatehouse", ...found.path].join(" ");
  return new InvalidInput(message, [
    { say: `Usage: ${name} ${usageOf(found.entry, command)}` },
    { say: "See the options", command: `${name} --help` },
  ]);
}

async function printHelp(
  { entry, path }: FoundCommand,
  command: Command,
  output: NodeJS.WriteStream,
): Promise<void> {
  if (path.length === 0) return command.run?.({}, {}, program);
  const { describeCommand } = await import("./describe-commands.ts");
  const { commandHelp } = await import("./command-help.ts");
  const described = describeCommand(entry, command, path);
  output.write(commandHelp(described, entry.commands ?? [], output.columns || 80));
}

/** Asks what to do in this directory, and runs the command that was chosen. */
async function begin(): Promise<void> {
  const { begin: askWhatToDo } = await import("../commands/begin.ts");
  const words = await askWhatToDo();
  if (!words) return;
  // Code that reads the line of this process has to find the one that runs.
  process.argv.splice(2, Infinity, ...words);
  await runLine(words);
}
