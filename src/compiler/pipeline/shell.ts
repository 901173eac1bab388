import { shellWord } from "../../shared/shell-word.ts";
import { nodeVariables } from "../engine/variables.ts";

/**
 * Returns the lines that write text to a file unchanged. Azure Pipelines would expand expressions
 * in the text and execute logging commands. Therefore, placeholders replace the first characters of
 * these expressions and commands until the file is written.
 * @param target a Bash word
 */
export function writeText(text: string, target: string): readonly string[] {
  // The placeholders cannot overlap, because each contains its first character only once.
  const dollar = unusedWord(text, "@dollar", ";");
  const hash = unusedWord(text, "@hash", ";");
  const shown = text.replaceAll(/\$(?=[({[])/g, dollar).replaceAll(/##(?=(?:vso)?\[)/gi, hash);
  const end = unusedWord(text, "END", "");
  const write = shown === text ? "cat" : `sed -e 's/${dollar}/$/g' -e 's/${hash}/##/g'`;
  return [`${write} > ${target} <<'${end}'`, shown, end];
}

/** Returns a word that does not occur in the text; adds a number to the word if necessary. */
function unusedWord(text: string, begin: string, end: string): string {
  const used = text.includes(begin) ? text.matchAll(new RegExp(`${begin}\\d*${end}`, "g")) : [];
  const taken = new Set<string>();
  for (const [word] of used) taken.add(word);
  let word = `${begin}${end}`;
  for (let number = 1; taken.has(word); number += 1) word = `${begin}${number}${end}`;
  return word;
}

/** Prefix for Node programs: unsets the variables that change how Node starts. */
export const plainNode = ["env", ...nodeVariables.map((name) => `-u ${name}`)].join(" ");

/** Returns the lines that run a Node program from its embedded source text. */
export function runNode(args: readonly string[], program: string): readonly string[] {
  const end = unusedWord(program, "END", "");
  const words = [plainNode, "node -", ...args.map((arg) => shellWord(arg)), `<<'${end}'`];
  return [words.join(" "), program.trimEnd(), end];
}

/** Returns the lines that report an error to Azure Pipelines and stop the step. */
export function failWith(message: string): readonly string[] {
  return [`echo ${shellWord(`##vso[task.logissue type=error]${message}`)}`, "exit 1"];
}

/** First line of every generated script. */
export const strict = "set -euo pipefail";

/** Folder for gatehouse's files. Each job has its own, outside of the working directories. */
export const jobFolder = "$AGENT_TEMPDIRECTORY/gatehouse";
