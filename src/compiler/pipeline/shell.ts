import { shellWord } from "../../shared/shell-word.ts";
import { nodeVariables } from "../engine/variables.ts";

/**
 * Lines that write a text to a file, as it is. The service would put values in the place of its expressions, and its machine
 * would obey its logging commands: where one begins, another sign stands until the file is written.
 * @param target a word of bash
 */
export function writeText(text: string, target: string): readonly string[] {
  // Neither of them can lie across another's end: their first sign is nowhere else in them.
  const dollar = unusedWord(text, "@dollar", ";");
  const hash = unusedWord(text, "@hash", ";");
  const shown = text.replaceAll(/\$(?=[({[])/g, dollar).replaceAll(/##(?=(?:vso)?\[)/gi, hash);
  const end = unusedWord(text, "END", "");
  const write = shown === text ? "cat" : `sed -e 's/${dollar}/$/g' -e 's/${hash}/##/g'`;
  return [`${write} > ${target} <<'${end}'`, shown, end];
}

/** A word that a text does not hold: with a number in it, where it holds the word. */
function unusedWord(text: string, begin: string, end: string): string {
  const used = text.includes(begin) ? text.matchAll(new RegExp(`${begin}\\d*${end}`, "g")) : [];
  const taken = new Set<string>();
  for (const [word] of used) taken.add(word);
  let word = `${begin}${end}`;
  for (let number = 1; taken.has(word); number += 1) word = `${begin}${number}${end}`;
  return word;
}

/** Before a program of Node's: takes away what changes how Node starts. */
export const plainNode = ["env", ...nodeVariables.map((name) => `-u ${name}`)].join(" ");

/** Lines that run a program of Node's, from the text that stands there. */
export function runNode(args: readonly string[], program: string): readonly string[] {
  const end = unusedWord(program, "END", "");
  const words = [plainNode, "node -", ...args.map((arg) => shellWord(arg)), `<<'${end}'`];
  return [words.join(" "), program.trimEnd(), end];
}

/** Lines that say an error as the service shows it, and end the step. */
export function failWith(message: string): readonly string[] {
  return [`echo ${shellWord(`##vso[task.logissue type=error]${message}`)}`, "exit 1"];
}

/** What begins every script of ours. */
export const strict = "set -euo pipefail";

/** Where a job keeps what gatehouse needs: of this job and of no other, and outside of every working folder. */
export const jobFolder = "$AGENT_TEMPDIRECTORY/gatehouse";
