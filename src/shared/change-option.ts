import { ownCommandLine } from "./own-command.ts";

/**
 * Formats the given command, ready to paste, with one option changed or added.
 *
 * @param given the arguments after the program's name
 */
export function changeOption(given: readonly string[], option: string, value: string): string {
  const marker = given.indexOf("--");
  const end = marker === -1 ? given.length : marker;
  const own = given.slice(0, end);
  const isOption = (word: string) => word === option || word.startsWith(`${option}=`);
  const others = own.map((word, index) =>
    isOption(word) || own[index - 1] === option ? undefined : word,
  );
  const first = own.findIndex(isOption);
  const at = first === -1 ? end : first;
  const words = [...others.slice(0, at), option, value, ...others.slice(at), ...given.slice(end)];
  return ownCommandLine(...words.filter((word) => word !== undefined));
}

/**
 * Formats the command that the user typed, with one option changed or added, so that all its other
 * options are kept. Only for commands whose arguments contain no secret.
 *
 * @param verb words of the command, used alone if this process was started in another way
 */
export function typedWith(verb: readonly string[], option: string, value: string): string {
  const typed = process.argv.slice(2);
  const isTyped = verb.every((word, index) => typed[index] === word);
  return changeOption(isTyped ? typed : verb, option, value);
}
