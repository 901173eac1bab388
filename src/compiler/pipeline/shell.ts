import { createHash } from "node:crypto";
import { shellWord } from "../../shared/shell-word.ts";
import { nodeVariables } from "../engine/variables.ts";

/**
 * Lines that write a text to a file, as it is. The service would put values in the place of its expressions, and its machine
 * would obey its logging commands: where one begins, another sign stands until the file is written.
 * @param target a word of bash
 */
export function writeText(text: string, target: string): readonly string[] {
  const digest = digestOf(text);
  const [dollar, hash] = ["@dollar@", "@hash@"].map((sign) =>
    text.includes(sign) ? `@${digest}${sign}` : sign,
  );
  const shown = text
    .replaceAll(/\$(?=[({[])/g, `${dollar}`)
    .replaceAll(/##(?=(?:vso)?\[)/gi, `${hash}`);
  const end = `END_${digest}`;
  const write = shown === text ? "cat" : `sed -e 's/${dollar}/$/g' -e 's/${hash}/##/g'`;
  return [`${write} > ${target} <<'${end}'`, shown, end];
}

/** Before a program of Node's: takes away what changes how Node starts. */
export const plainNode = ["env", ...nodeVariables.map((name) => `-u ${name}`)].join(" ");

/** Lines that run a program of Node's, from the text that stands there. */
export function runNode(args: readonly string[], program: string): readonly string[] {
  const end = `END_${digestOf(program)}`;
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

/** Programs of many pipelines are few. */
const digests = new Map<string, string>();
const mostDigests = 100;

function digestOf(text: string): string {
  const found = digests.get(text);
  if (found !== undefined) return found;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  if (digests.size >= mostDigests) digests.clear();
  digests.set(text, digest);
  return digest;
}
