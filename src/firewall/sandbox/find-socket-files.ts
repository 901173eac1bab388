import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { constants, lstatSync } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { isWithin } from "../../shared/is-within.ts";
import { codeOf } from "../../shared/error-code.ts";

/** The directories shown to the command could not be searched completely for sockets. */
export class UnsearchableFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** Time limit of the search: enough for about a million files on an uncached disk. */
const mostMilliseconds = 60_000;
/**
 * Limit on all sockets that the search finds. It is far above the number that a container can hide,
 * because most sockets may be in directories that are not shown.
 */
const mostFound = 10_000;
/** Error codes for a path that was deleted or replaced after it had been listed. */
const gone = ["ENOENT", "ENOTDIR"];
/** Number of directories that are listed in parallel. */
const batchSize = 64;

export interface SearchOptions {
  /** User ID of the command. */
  readonly uid: number;
  readonly mostMilliseconds?: number;
}

/**
 * Finds sockets in directories by file type. The kernel's list contains only the path at which a
 * socket was created. It does not contain other hard links to the socket. If the socket or its
 * directory was moved, the list does not contain the new path.
 * @param folders paths without links
 * @returns absolute paths, including sockets without a listening program
 * @throws UnsearchableFolder if a directory that the command can enter cannot be searched, or the
 *   search takes too long
 */
export async function findSocketFiles(
  folders: readonly string[],
  { uid, mostMilliseconds: most = mostMilliseconds }: SearchOptions,
): Promise<readonly string[]> {
  const roots = outermost(folders).filter(isFolder);
  const late = new Promise<never>((_resolve, reject) => {
    const problem = `Searching for sockets took more than ${most / 1000} seconds in`;
    AbortSignal.timeout(most).onabort = () => reject(refuseEndless(problem, roots));
  });
  late.catch(() => undefined);
  const sockets: string[] = [];
  // A name may not be valid UTF-8, so each character of a path represents one byte.
  const waiting = roots.map((root) => Buffer.from(root).toString("latin1"));
  while (waiting.length > 0) {
    const batch = waiting.splice(-batchSize);
    // A file system that does not respond must not block the run.
    const lists = await Promise.race([Promise.all(batch.map((folder) => list(folder, uid))), late]);
    for (const { path, isFolder: isListed } of lists.flat()) {
      if (isListed) waiting.push(path);
      else sockets.push(readName(path));
    }
    if (sockets.length > mostFound)
      throw refuseEndless(`There are more than ${mostFound} sockets in`, roots);
  }
  return sockets;
}

function outermost(folders: readonly string[]): readonly string[] {
  const different = [...new Set(folders)];
  return different.filter(
    (folder) => !different.some((other) => other !== folder && isWithin(folder, other)),
  );
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A directory or a socket. */
interface Found {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * @returns an empty list if the directory was deleted, or if the command cannot enter it
 * @throws UnsearchableFolder if the command could access names in the directory, or could make the
 *   directory readable
 */
async function list(folder: string, uid: number): Promise<readonly Found[]> {
  const bytes = Buffer.from(folder, "latin1");
  try {
    if (!(await isAllowed(bytes, constants.R_OK | constants.X_OK))) {
      // Root is denied access only by another user's FUSE file system, which the command may still
      // be able to access.
      const isOther = process.getuid?.() !== uid;
      if (isOther || (await canOpen(bytes, uid))) throw refuseClosed(bytes.toString());
      return [];
    }
    const entries = await readEntries(bytes);
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSocket())
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
  } catch (error) {
    // The directory was deleted or replaced after its parent had been listed.
    if (hasCode(error, ...gone)) return [];
    if (error instanceof UnsearchableFolder) throw error;
    throw refuseUnread(bytes.toString(), error);
  }
}

/**
 * Returns whether the command can access names in the directory, or owns the directory and could
 * make it readable.
 */
async function canOpen(path: Buffer, uid: number): Promise<boolean> {
  const isOwn = await lstat(path).then(
    (found) => found.uid === uid,
    (error: unknown) => {
      if (hasCode(error, "EACCES")) return false;
      throw error;
    },
  );
  return isOwn || isAllowed(path, constants.X_OK);
}

/** A directory entry: its name, with one character per byte, and its type. */
type Entry = Pick<Dirent, "name" | "isDirectory" | "isSocket">;

/**
 * Lists a directory with the types of its entries. If the file system does not report types, Node
 * determines them. If Node fails, because a name is in latin1 or an entry disappeared, this
 * function determines them.
 */
async function readEntries(path: Buffer): Promise<readonly Entry[]> {
  try {
    return await readdir(path, { withFileTypes: true, encoding: "latin1" });
  } catch (error) {
    if (!hasCode(error, "ERR_INVALID_ARG_TYPE", ...gone)) throw error;
  }
  const names = await readdir(path, { encoding: "latin1" });
  const entries = await Promise.all(names.map((name) => findEntry(path, name)));
  return entries.filter((entry) => entry !== undefined);
}

async function findEntry(folder: Buffer, name: string): Promise<Entry | undefined> {
  try {
    const found = await lstat(Buffer.concat([folder, Buffer.from(`/${name}`, "latin1")]));
    return Object.assign(found, { name });
  } catch (error) {
    if (hasCode(error, ...gone)) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? "");
}

async function isAllowed(path: Buffer, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch (error) {
    if (hasCode(error, "EACCES")) return false;
    throw error;
  }
}

/** @throws UnsearchableFolder if the name cannot be passed to a runtime as an argument */
function readName(path: string): string {
  const bytes = Buffer.from(path, "latin1");
  if (isUtf8(bytes)) return bytes.toString();
  throw new UnsearchableFolder(`${bytes.toString()} is a socket whose name is not UTF-8.`, [
    { text: "Rename or delete it, because a container cannot hide it" },
  ]);
}

function refuseUnread(path: string, cause: unknown): UnsearchableFolder {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnsearchableFolder(
    `Could not search ${path} for sockets of other programs: ${reason}`,
    [{ text: "Delete this path, use another working directory, or mount another directory" }],
    { cause },
  );
}

function refuseClosed(path: string): UnsearchableFolder {
  const problem = "It could contain sockets of other programs that the command could connect to";
  return new UnsearchableFolder(`Could not list ${path}. ${problem}.`, [
    {
      text: "If it is your directory, make it readable",
      command: `chmod u+rx ${shellWord(path)}`,
    },
    { text: "Or use another working directory, or mount another directory" },
  ]);
}

function refuseEndless(problem: string, roots: readonly string[]): UnsearchableFolder {
  return new UnsearchableFolder(`${problem} ${roots.join(", ")}.`, [
    { text: "Use a smaller working directory, or mount fewer directories" },
  ]);
}
