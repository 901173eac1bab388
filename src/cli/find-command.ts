import { findNearest } from "../shared/find-nearest.ts";
import { shownCommands, type CommandEntry } from "./command.ts";
import { program } from "./program.ts";

/** The command that a line names. */
export interface FoundCommand {
  readonly entry: CommandEntry;
  /** The names that lead there, the program's not among them. */
  readonly path: readonly string[];
  /** The words behind them. */
  readonly words: readonly string[];
  /** Whether the word `help` stands among the names: `help control render`, `control help render`. */
  readonly asksForHelp: boolean;
}

/** Follows the names of commands from the start of a line, as far as they go. */
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

/** `firewall -- check` runs a program of that name. */
function impliedBy(found: FoundCommand): FoundCommand {
  const { entry, path, words, asksForHelp } = found;
  const implied = entry.commands?.find(({ name }) => name === entry.implied);
  if (!implied || asksForHelp || words.length === 0) return found;
  if (words.length === 1 && isHelpFlag(words[0])) return found;
  return { ...found, entry: implied, path: [...path, implied.name] };
}

/** What is wrong with a word that stands where the name of a command is expected; undefined if nothing is. */
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
