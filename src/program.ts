import { Command } from "commander";
import { commandGroups } from "./command-groups.ts";
import { commands } from "./command-table.ts";
import type { CommandEntry } from "./command-table.ts";
import type { Defining } from "./defining.ts";
import { printHelp, printHelpAsError } from "./print-help.ts";
import { explainUsage, requireCommands, requireHelped, spellHelp } from "./read-line.ts";
import { runGuarded } from "./run-guarded.ts";
import { keepTaken, type TakenTerminal } from "./asking/taken-terminal.ts";
import { topHelp } from "./top-help.ts";

declare const GATEHOUSE_VERSION: string;

/** Runs what a command line asks for. @throws UserError, CommanderError, and whatever is a bug */
async function runProgram(argv: readonly string[]): Promise<void> {
  if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY) return begin();
  const words = spellHelp(argv);
  const program = openProgram();
  const routed = await defineWanted(program, words);
  explainUsage(program);
  requireHelped(program, argv);
  if (argv.length === 0) program.outputHelp();
  else await program.parseAsync(requireCommands(program, routed), { from: "user" });
}

/** Where this repository stands, and then the command that was chosen. */
async function begin(): Promise<void> {
  const { begin: askWhatToDo } = await import("./commands/begin.ts");
  const words = await askWhatToDo();
  if (!words) return;
  // Whoever reads the line that was given finds the one that runs.
  process.argv.splice(2, Infinity, ...words);
  await runProgram(words);
}

/** All commands, by name and summary. */
function openProgram(): Command {
  const program = new Command("gatehouse")
    .version(GATEHOUSE_VERSION, "-V, --version")
    .helpCommand(false)
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .configureOutput({
      outputError: () => undefined,
      writeOut: printHelp,
      writeErr: printHelpAsError,
    });
  program.helpInformation = () => topHelp(commandGroups, process.stdout.columns || 80);
  for (const { name, summary, isHidden } of commands) {
    program
      .command(name, { hidden: isHidden === true })
      .summary(summary)
      .description(summary)
      .showHelpAfterError(false);
  }
  return program;
}

/** Defines the command that a line calls, and answers the line as that command spells it. */
async function defineWanted(
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const wanted = commands.find(({ name }) => name === words[0]);
  if (!wanted) return words;
  const { route } = await wanted.load();
  const routed = route?.(words) ?? words;
  await define(program, wanted, routed);
  return routed;
}

async function define(
  program: Command,
  { name, load }: CommandEntry,
  words: Defining["words"],
): Promise<void> {
  const command = program.commands.find((each) => each.name() === name);
  if (command) await (await load()).define(command, { words, whole: openWhole });
}

async function openWhole(): Promise<Command> {
  const program = openProgram();
  for (const entry of commands) await define(program, entry, "every");
  return program;
}

/** @param taken the terminal, with the first screen of what this line asks for on it */
export async function start(taken?: TakenTerminal): Promise<void> {
  if (taken) keepTaken(taken);
  await runGuarded(() => runProgram(process.argv.slice(2)));
}
