import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";
import { Incomplete, InvalidInput } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { readBoundedFile } from "./read-bounded-file.ts";

/**
 * Reads a JSON file; a file that does not exist is `undefined`.
 * @throws InvalidInput when the file is not JSON, or cannot be read
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readBoundedFile(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw explainUnreadable(path, error);
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
  await orRefusal(path, replaceFile(path, text, { mode: 0o600, folderMode: 0o700 }));
}

/**
 * Writes a text that goes into a repository, whole or not at all: whoever reads its folder may read it, and one that is
 * there keeps its mode.
 * @throws Incomplete when the file system does not take it
 */
export async function writeRepositoryFile(
  path: string,
  text: string,
  { folder = "made" }: { readonly folder?: FolderRequest | undefined } = {},
): Promise<void> {
  const before = await stat(path).catch(() => undefined);
  const kept = before && { exactMode: before.mode & 0o777 };
  const modes = { mode: 0o644, ...(folder === "made" && { folderMode: 0o777 }), ...kept };
  await orRefusal(path, replaceFile(path, text, modes));
}

/** Whether a file's folder is made where it is missing, or has to be there. */
export type FolderRequest = "made" | "there";

/** @throws Incomplete for what a person can mend */
async function orRefusal(path: string, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    throw explainUnwritable(path, error);
  });
}

interface Modes {
  /** Of a new file, and of folders made for it; the umask takes from both. Without the second, none is made. */
  readonly mode: number;
  readonly folderMode?: number;
  /** Whatever the umask. */
  readonly exactMode?: number;
}

async function replaceFile(
  path: string,
  text: string,
  { mode, folderMode, exactMode }: Modes,
): Promise<void> {
  if (folderMode !== undefined) makeFolder(dirname(path), folderMode);
  const temporary = `${path}.${process.pid}-${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(text);
      if (exactMode !== undefined) await file.chmod(exactMode);
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
  ENOENT: { because: "a part of the path is not there", say: "Name another path" },
  ENAMETOOLONG: { because: "its name is too long", say: "Give it a shorter name" },
  ELOOP: { because: "a link in its path leads to itself", say: "Name another path" },
  // Making a folder where a file is.
  EEXIST: { because: "a part of the path is no folder", say: "Move away what is in its place" },
};

/** Undefined for an error that nobody who runs gatehouse can mend. */
export function explainRefusal(error: unknown): { because: string; say: string } | undefined {
  return refusals[codeOf(error) ?? ""];
}

/** Returns the error to throw for a file that cannot be read: InvalidInput, or the same error if it is a bug. */
export function explainUnreadable(path: string, cause: unknown): unknown {
  const refusal = explainRefusal(cause);
  if (!refusal) return cause;
  const { because, say } = refusal;
  return new InvalidInput(`${path} cannot be read: ${because}.`, [{ say }], { cause });
}

/** Returns the error to throw for a file that cannot be written: Incomplete, or the same error if it is a bug. */
export function explainUnwritable(path: string, cause: unknown): unknown {
  const refusal = explainRefusal(cause);
  if (!refusal) return cause;
  const { because, say } = refusal;
  return new Incomplete(`${path} cannot be written: ${because}.`, [{ say }], { cause });
}
