import { exitCode } from "../shared/errors.ts";
import type { Program } from "./command.ts";
import { faultOfName, findCommand } from "./find-command.ts";
import { keepCompiled } from "./keep-compiled.ts";
import { runGuarded } from "./run-guarded.ts";
import { printHelp, refuseUsage, runCommand } from "./run-command.ts";

/** Runs the command line of this process, and sets its exit code. */
export async function start(): Promise<void> {
  keepCompiled(process.env);
  await runGuarded(() => runLine(process.argv.slice(2)));
}

/**
 * Runs the command that a command line selects.
 * @param argv the words after the program's name
 * @throws UserError
 */
async function runLine(argv: readonly string[]): Promise<void> {
  if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY) return begin();
  const found = findCommand(argv);
  const { entry, words, asksForHelp } = found;
  const command = await entry.load();
  if (entry.isRaw && !asksForHelp) return command.run?.({}, {}, program);
  const fault = faultOfName(found);
  if (fault !== undefined) throw await refuseUsage(command, found, fault);
  if (asksForHelp) return printHelp(command, found, process.stdout);
  if (command.run || words.length > 0) return runCommand(command, found, program);
  // A group without a subcommand prints its help. This is a usage error unless the group implies a
  // subcommand.
  if (entry.implied === undefined) process.exitCode = exitCode.usage;
  await printHelp(command, found, entry.implied === undefined ? process.stderr : process.stdout);
}

const program: Program = {
  describe: async () => (await import("./describe-program.ts")).describeProgram(),
  run: runLine,
};

/** Asks the user what to do in the current directory, and runs the chosen command. */
async function begin(): Promise<void> {
  const { begin: askWhatToDo } = await import("../commands/begin.ts");
  const words = await askWhatToDo();
  if (!words) return;
  // Other code reads the command line from `process.argv`, which must therefore contain the chosen
  // command.
  process.argv.splice(2, Infinity, ...words);
  await runLine(words);
}
