import { lstatSync, type Stats } from "node:fs";
import { InvalidInput } from "../../shared/errors.ts";
import { writeRepositoryFile, type FolderRequest } from "../../shared/json-file.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** Where a definition's pipeline stands beside it. */
export function outputOf(source: string): string {
  return `${source.replace(/\.md$/i, "")}.yml`;
}

/** No pipeline of a definition has more. In bytes. */
const largestOutput = 32 * 1024 * 1024;

/**
 * What stands where a definition's pipeline is to be written.
 * @param source the definition, as its pipeline names it
 * @throws InvalidInput where that is anything but a pipeline of the same definition
 */
export async function readOutput(path: string, source: string): Promise<string | undefined> {
  const what = find(path);
  if (!what) return undefined;
  if (!what.isFile()) {
    const kind = what.isSymbolicLink() ? "a link" : what.isDirectory() ? "a folder" : "a device";
    throw new InvalidInput(`${path} is ${kind}, and is left as it is.`, [
      { say: "Name a file with -o, or print the pipeline with --stdout" },
    ]);
  }
  const { bytes } = readPlainFile(path, largestOutput) ?? {};
  const text = new TextDecoder().decode(bytes);
  const maker = makerOf(text);
  if (maker === source) return text;
  const because = maker === undefined ? "was not made by gatehouse" : `is the pipeline of ${maker}`;
  throw new InvalidInput(`${path} ${because}, and is left as it is.`, [
    { say: "Name another file with -o, or move that one away" },
  ]);
}

/** The definition that a pipeline says in its first two lines that it was made of. */
function makerOf(text: string): string | undefined {
  const head = /^# Made by gatehouse .*\r?\n# @gatehouse source=("(?:[^"\\\n]|\\.)*") version=/;
  const [, source] = head.exec(text) ?? [];
  return source === undefined ? undefined : readText(source);
}

function readText(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

/** The thing itself, and not where it leads. */
function find(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Whoever writes there says why that cannot be.
    return undefined;
  }
}

export interface Placing {
  /** What stands there. */
  readonly before?: string | undefined;
  /** `there` beside a definition: a folder that somebody takes away meanwhile is not made again. */
  readonly folder?: FolderRequest;
}

/** Writes a pipeline whole or not at all; one that is the same already keeps its time. */
export async function writeOutput(
  path: string,
  text: string,
  { before, folder }: Placing = {},
): Promise<"written" | "the same"> {
  if (before === text) return "the same";
  await writeRepositoryFile(path, text, { folder });
  return "written";
}

/** Writes a definition that is not there yet. @throws InvalidInput where anything is, a link that leads nowhere too */
export async function writeNew(path: string, text: string): Promise<void> {
  if (find(path)) throw new InvalidInput(`${path} is there already, and is left as it is.`);
  await writeRepositoryFile(path, text);
}
