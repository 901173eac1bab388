import type { Command } from "commander";
import { InvalidInput } from "./shared/errors.ts";
import { findNearest } from "./shared/find-nearest.ts";
import { ownCommandLine } from "./shared/own-command.ts";
import type { UsageError } from "./usage-error.ts";

/** `help setup` asks what `setup --help` asks. */
export function spellHelp(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first !== "help") return argv;
  return rest[0] === "help" ? spellHelp(rest) : [...rest, "--help"];
}

/**
 * Whoever asks for help by that word names commands, and nothing else: whatever else stood there, some other help would be
 * printed as if that were the answer.
 * @throws InvalidInput naming the first word that is no command
 */
export function requireHelped(program: Command, argv: readonly string[]): void {
  let command = program;
  let asksForHelp = false;
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (word === "help" && takesCommand(command)) asksForHelp = true;
    else if (!asksForHelp) return;
    else if (word !== "--help" && word !== "-h") throw unknownCommand(command, word);
  }
}

function takesCommand({ commands, registeredArguments }: Command): boolean {
  return commands.length > 0 && registeredArguments.length === 0;
}

/**
 * The words as the commands have them: `control help render` is `control render --help`.
 * @throws InvalidInput naming a word that is none of the commands where one is expected, with the one that was meant
 */
export function requireCommands(program: Command, words: readonly string[]): readonly string[] {
  let command = program;
  for (const [index, word] of words.entries()) {
    if (word.startsWith("-") || command.commands.length === 0) break;
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (command.registeredArguments.length > 0) break;
    else if (word === "help")
      return [...words.slice(0, index), ...words.slice(index + 1), "--help"];
    else throw unknownCommand(command, word);
  }
  return words;
}

/** What is wrong with a line is said with the usage of its own command. */
export function explainUsage(command: Command): void {
  command.exitOverride((error: UsageError) => {
    // Help and version have printed themselves, with whatever code.
    if (error.exitCode === 0 || error.code === "commander.help") throw error;
    throw wrongUsage(command, error.message.replace(/^error: /, ""));
  });
  command.commands.forEach(explainUsage);
}

/** `gatehouse control render` */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

function unknownCommand(command: Command, word: string): InvalidInput {
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
  const meant = findNearest(word, names);
  const suggestion = meant === undefined ? "" : `\n(Did you mean ${meant}?)`;
  return wrongUsage(command, `unknown command '${word}'${suggestion}`);
}

function wrongUsage(command: Command, message: string): InvalidInput {
  const path = pathOf(command);
  const [, ...words] = path.split(" ");
  return new InvalidInput(message, [
    { say: `Usage: ${path} ${command.usage()}` },
    { say: "See the options", command: ownCommandLine(...words, "--help") },
  ]);
}
