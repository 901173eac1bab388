import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Incomplete, InvalidInput } from "./errors.ts";

/**
 * Reads a JSON file; a file that does not exist is `undefined`.
 * @throws InvalidInput when the file is not JSON, or cannot be read
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    const refusal = explainRefusal(error);
    if (!refusal) throw error;
    const { because, say } = refusal;
    throw new InvalidInput(`${path} cannot be read: ${because}.`, [{ say }], { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new InvalidInput(`${path} is not valid JSON.`, [{ say: "Mend or remove the file" }], {
      cause,
    });
  }
}

/**
 * Writes a JSON file for its owner's eyes only. A reader, or a crash, sees the old or the new one, never half.
 * @throws Incomplete when the file system does not take it
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await writeTextFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The same for a text. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
    const refusal = explainRefusal(error);
    if (!refusal) throw error;
    const { because, say } = refusal;
    throw new Incomplete(`${path} cannot be written: ${because}.`, [{ say }], { cause: error });
  });
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}-${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** What a person can mend about a file or its folder, by the error's code. */
const refusals: Readonly<Record<string, { because: string; say: string }>> = {
  EACCES: { because: "this user may not", say: "Give this user access to the file and its folder" },
  EPERM: { because: "this user may not", say: "Give this user access to the file and its folder" },
  EROFS: { because: "its disk is read-only", say: "Make the disk writable" },
  ENOSPC: { because: "its disk is full", say: "Make room on the disk" },
  EDQUOT: { because: "this user's share of the disk is full", say: "Make room on the disk" },
  EISDIR: { because: "it is a folder", say: "Move the folder away" },
  ENOTDIR: { because: "a part of the path is no folder", say: "Move away what is in its place" },
  // Making a folder where a file is.
  EEXIST: { because: "a part of the path is no folder", say: "Move away what is in its place" },
};

/** Undefined for an error that nobody who runs gatehouse can mend. */
export function explainRefusal({
  code = "",
}: NodeJS.ErrnoException): { because: string; say: string } | undefined {
  return refusals[code];
}
