import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";
import { Incomplete, InvalidInput } from "./errors.ts";
import { explainRefusal } from "./file-refusals.ts";
import { isWithin } from "./is-within.ts";
import { makeFolder } from "./make-folder.ts";
import { readBoundedFile } from "./read-bounded-file.ts";
import { stateHome } from "./this-user.ts";

/**
 * Reads a JSON file; returns undefined if the file does not exist.
 * @throws InvalidInput if the file cannot be read or is not valid JSON
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
    throw new InvalidInput(`${path} is not valid JSON.`, [{ text: "Fix or delete the file" }], {
      cause,
    });
  }
}

/**
 * Writes a JSON file that only its owner can read. After a crash, the file has either its old or
 * its new content, never partial content.
 * @throws Incomplete if the file cannot be written
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await writeTextFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a text file like `writeJsonFile`: readable only by its owner, and never partial. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await orRefusal(path, replaceFile(path, text, { mode: 0o600, folderMode: 0o700 }));
}

/**
 * Writes a file of a repository atomically. Replaces a symbolic link and does not follow it. Other
 * users can read a new file if they can read its directory; an existing file keeps its mode.
 * @throws Incomplete if the file cannot be written
 */
export async function writeRepositoryFile(
  path: string,
  content: string | Uint8Array,
  { folder = "made" }: { readonly folder?: FolderRequest | undefined } = {},
): Promise<void> {
  const before = await stat(path).catch(() => undefined);
  const kept = before && { exactMode: before.mode & 0o777 };
  const modes = { mode: 0o644, ...(folder === "made" && { folderMode: 0o777 }), ...kept };
  await orRefusal(path, replaceFile(path, content, modes));
}

/** Whether to create a missing directory or to require an existing one. */
export type FolderRequest = "made" | "there";

/** @throws Incomplete if a person can fix the cause */
async function orRefusal(path: string, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    throw explainUnwritable(path, error);
  });
}

interface Modes {
  /**
   * Modes of a new file and of new directories; the umask applies to both. If `folderMode` is
   * undefined, no directories are created.
   */
  readonly mode: number;
  readonly folderMode?: number;
  /** Mode of the file, set regardless of the umask. */
  readonly exactMode?: number;
}

async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, folderMode, exactMode }: Modes,
): Promise<void> {
  if (folderMode !== undefined) makeFolder(dirname(path), folderMode);
  const temporary = `${path}.${process.pid}-${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(content);
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

/**
 * Returns an InvalidInput error if the user can fix the cause. Returns any other error unchanged,
 * because it is a bug.
 */
export function explainUnreadable(path: string, cause: unknown): unknown {
  const refusal = explainRefusal(cause);
  if (!refusal) return cause;
  const { reason, text } = refusal;
  return new InvalidInput(`Could not read ${path}: ${reason}.`, [{ text }], { cause });
}

/**
 * Returns an Incomplete error if the user can fix the cause. Returns any other error unchanged,
 * because it is a bug.
 */
export function explainUnwritable(path: string, cause: unknown): unknown {
  const refusal = explainRefusal(cause);
  if (!refusal) return cause;
  const { reason, text } = refusal;
  const state = stateHome(process.env);
  const isState = state !== undefined && isWithin(path, state);
  const elsewhere = isState ? [{ text: "Or set XDG_STATE_HOME to a different directory" }] : [];
  const hints = [{ text }, ...elsewhere];
  return new Incomplete(`Could not write ${path}: ${reason}.`, hints, { cause });
}
