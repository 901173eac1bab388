import { shellWord } from "../../shared/shell-word.ts";

/**
 * Lines that write a text to a file, as it is. The service would put values in the place of its expressions, and its machine
 * would obey its logging commands: where one begins, another sign stands until the file is written.
 * @param target a word of bash
 */
export function writeText(text: string, target: string): readonly string[] {
  const dollar = outside(text, "@", "dollar@");
  const hash = outside(text, "@", "hash@");
  const shown = text.replaceAll(/\$(?=[({[])/g, dollar).replaceAll(/##(?=(?:vso)?\[)/gi, hash);
  const end = outside(text, "_", "END");
  const write = shown === text ? "cat" : `sed -e 's/${dollar}/$/g' -e 's/${hash}/##/g'`;
  return [`${write} > ${target} <<'${end}'`, shown, end];
}

/** A word that a text does not hold: with one more of that sign before it than the text has anywhere. */
function outside(text: string, sign: string, word: string): string {
  const runs = text.includes(sign + word) ? text.matchAll(new RegExp(`${sign}+`, "g")) : [];
  let longest = 0;
  for (const [run] of runs) longest = Math.max(longest, run.length);
  return sign.repeat(longest + 1) + word;
}

/** Any variable of a pipeline is every step's: by these, Node would print what it sends, or load something first. */
const quietNode = "env -u NODE_DEBUG -u NODE_OPTIONS node";

/** Lines that run a program of Node's, from the text that stands there. */
export function runNode(args: readonly string[], program: string): readonly string[] {
  const end = outside(program, "_", "END");
  const words = [quietNode, "-", ...args.map((arg) => shellWord(arg)), `<<'${end}'`];
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
