import { findNearest } from "../shared/find-nearest.ts";
import { shownCommands, type CommandEntry } from "./command.ts";
import { program } from "./program.ts";

/** The command that a command line selects. */
export interface FoundCommand {
  readonly entry: CommandEntry;
  /** The names of the command and its groups, without the program's name. */
  readonly path: readonly string[];
  /** The words after the command's names. */
  readonly words: readonly string[];
  /** Whether the word `help` is one of the names: `help control render`, `control help render`. */
  readonly asksForHelp: boolean;
}

/**
 * Finds the command that a command line names. Stops at the first word that is not a command name.
 */
export function findCommand(argv: readonly string[]): FoundCommand {
  let found: FoundCommand = { entry: program, path: [], words: argv, asksForHelp: false };
  while (found.entry.commands) {
    const [word, ...words] = found.words;
    if (word === undefined) break;
    const next = found.entry.commands.find(({ name, alias }) => word === name || word === alias);
    if (next) found = { ...found, entry: next, path: [...found.path, next.name], words };
    else if (word === "help") found = { ...found, words, asksForHelp: true };
    else break;
  }
  return impliedBy(found);
}

/**
 * Selects the implied subcommand, which receives the words: `firewall -- check` runs a program
 * named `check`.
 */
function impliedBy(found: FoundCommand): FoundCommand {
  const { entry, path, words, asksForHelp } = found;
  const implied = entry.commands?.find(({ name }) => name === entry.implied);
  if (!implied || asksForHelp || words.length === 0) return found;
  if (words.length === 1 && isHelpFlag(words[0])) return found;
  return { ...found, entry: implied, path: [...path, implied.name] };
}

/** Returns the error for an unknown command name; undefined if there is no error. */
export function faultOfName({ entry, words, asksForHelp }: FoundCommand): string | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  if (asksForHelp ? isHelpFlag(word) : !entry.commands || word.startsWith("-")) return undefined;
  const names = shownCommands(entry).map(({ name }) => name);
  const meant = findNearest(word, names);
  return `unknown command '${word}'${meant === undefined ? "" : `\n(Did you mean ${meant}?)`}`;
}

function isHelpFlag(word: string | undefined): boolean {
  return word === "--help" || word === "-h";
}
