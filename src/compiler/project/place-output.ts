import { readFile, stat } from "node:fs/promises";
import { InvalidInput } from "../../shared/errors.ts";
import { writeRepositoryFile } from "../../shared/json-file.ts";

/** Where a definition's pipeline stands beside it. */
export function outputOf(source: string): string {
  return `${source.replace(/\.md$/i, "")}.yml`;
}

const marker = /^# @gatehouse source="/m;

/**
 * What stands where a pipeline is to be written.
 * @throws InvalidInput where somebody else made it
 */
export async function readOutput(path: string): Promise<string | undefined> {
  const what = await stat(path).catch(() => undefined);
  if (!what) return undefined;
  const text = what.isFile() ? await readFile(path, "utf8") : "";
  if (marker.test(text)) return text;
  throw new InvalidInput(`${path} was not made by gatehouse, and is left as it is.`, [
    { say: "Name another file with -o, or move that one away" },
  ]);
}

/** Writes a pipeline whole or not at all; one that is the same already keeps its time. */
export async function writeOutput(
  path: string,
  text: string,
  before: string | undefined,
): Promise<"written" | "the same"> {
  if (before === text) return "the same";
  await writeRepositoryFile(path, text);
  return "written";
}

/** Writes a definition that is not there yet. @throws InvalidInput where one is */
export async function writeNew(path: string, text: string): Promise<void> {
  const what = await stat(path).catch(() => undefined);
  if (what) throw new InvalidInput(`${path} is there already, and is left as it is.`);
  await writeRepositoryFile(path, text);
}
