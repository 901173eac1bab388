import { lstatSync, type Stats } from "node:fs";
import { InvalidInput } from "../../shared/errors.ts";
import { writeRepositoryFile, type FolderRequest } from "../../shared/json-file.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** Returns the default path of a definition's pipeline. */
export function outputOf(source: string): string {
  return `${source.replace(/\.md$/i, "")}.yml`;
}

/** Maximum size of a pipeline in bytes. */
const largestOutput = 32 * 1024 * 1024;

/**
 * Returns the existing pipeline of a definition; undefined if there is no file.
 * @param source the definition, as named in its pipeline
 * @throws InvalidInput if the path is not a pipeline of the same definition
 */
export async function readOutput(path: string, source: string): Promise<string | undefined> {
  const what = find(path);
  if (!what) return undefined;
  if (!what.isFile()) {
    const kind = what.isSymbolicLink()
      ? "a symbolic link"
      : what.isDirectory()
        ? "a directory"
        : "a device";
    throw new InvalidInput(`${path} is ${kind}. It was not changed.`, [
      { text: "Name a file with -o, or print the pipeline with --stdout" },
    ]);
  }
  const { bytes } = readPlainFile(path, largestOutput) ?? {};
  const text = new TextDecoder().decode(bytes);
  const maker = makerOf(text);
  if (maker === source) return text;
  const reason = maker === undefined ? "was not made by gatehouse" : `is the pipeline of ${maker}`;
  throw new InvalidInput(`${path} ${reason}. It was not changed.`, [
    { text: "Name another file with -o, or move the existing file" },
  ]);
}

/**
 * Returns the definition named in the first two lines of a pipeline; undefined if there is none.
 */
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

/** Inspects a path without following a link. */
function find(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A later write reports the reason.
    return undefined;
  }
}

export interface Placing {
  /** The existing text, if any. */
  readonly before?: string | undefined;
  /**
   * `there` for a folder of definitions: if it is deleted in the meantime, it is not created again.
   */
  readonly folder?: FolderRequest;
}

/**
 * Writes a pipeline atomically. If the text is the same, the file and its modification time do not
 * change.
 */
export async function writeOutput(
  path: string,
  text: string,
  { before, folder }: Placing = {},
): Promise<"written" | "the same"> {
  if (before === text) return "the same";
  await writeRepositoryFile(path, text, { folder });
  return "written";
}

/**
 * Writes a new definition.
 * @throws InvalidInput if the path exists, even as a broken link
 */
export async function writeNew(path: string, text: string): Promise<void> {
  if (find(path)) throw new InvalidInput(`${path} already exists. It was not changed.`);
  await writeRepositoryFile(path, text);
}
