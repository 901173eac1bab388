import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants, accessSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { isWithin } from "./is-within.ts";

/** The search in the directories that a command would see did not find out what is there. */
export class UnsearchableFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** So long a search may take: about a million files of a disk that has to be read first. */
const mostMilliseconds = 60_000;
/** More than a container can cover, also where most of them lie in directories that are not shown. */
const mostFound = 10_000;

export interface SearchOptions {
  /** User ID of the command. */
  readonly uid: number;
  readonly mostMilliseconds?: number;
  /** PATH on which the program for the search is found. */
  readonly path?: string;
}

/**
 * Finds the sockets in directories by their file type, because the kernel's own list has the path at which a socket was
 * created, and not the one to which it or its directory was moved, nor a second link. Another process searches.
 * @param folders real paths
 * @returns whole paths, also of sockets at which nobody listens
 * @throws UnsearchableFolder if a part cannot be searched that the command could enter, or the search takes too long
 */
export async function findSocketFiles(
  folders: readonly string[],
  options: SearchOptions,
): Promise<readonly string[]> {
  const roots = outermost(folders).filter(isFolder);
  if (roots.length === 0) return [];
  const found = (await askFind(roots, options)) ?? roots.flatMap((root) => walk(root, options));
  const closed = found.find(({ kind }) => kind === "d");
  if (closed) throw refuseClosed(closed.path);
  return found.map(({ path }) => path);
}

interface Found {
  /** A socket, or a directory that cannot be listed. */
  readonly kind: "s" | "d";
  readonly path: string;
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

/** @returns undefined if this machine has no such program, or one that understands less */
async function askFind(
  roots: readonly string[],
  { uid, mostMilliseconds: most = mostMilliseconds, path = "/usr/bin:/bin" }: SearchOptions,
): Promise<readonly Found[] | undefined> {
  const socket = ["-type", "s", "-printf", "s%p\\0"];
  // A directory that this user can neither list nor open up is closed to the command as well.
  const listable = ["(", "-readable", "-executable", ")"];
  const enterable = ["(", "-uid", String(uid), "-o", "-executable", ")"];
  const closed = ["-type", "d", "!", ...listable, "-prune", ...enterable, "-printf", "d%p\\0"];
  const find = spawn("find", ["-P", ...roots, "-ignore_readdir_race", ...socket, "-o", ...closed], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: path, LC_ALL: "C" },
  });
  const timer = setTimeout(() => find.kill("SIGKILL"), most);
  try {
    const { code, names, output } = await readOutput(find);
    if (names > mostFound) throw refuseEndless(`More than ${mostFound} sockets are in`, roots);
    if (find.signalCode !== null) {
      throw refuseEndless(`The search for sockets took more than ${most / 1000} seconds in`, roots);
    }
    return code === 0 ? splitNames(output) : undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readOutput(find: ChildProcess) {
  const pieces: Buffer[] = [];
  let names = 0;
  find.stdout?.on("data", (piece: Buffer) => {
    pieces.push(piece);
    for (const byte of piece) if (byte === 0) names += 1;
    if (names > mostFound) find.kill("SIGKILL");
  });
  const code = await new Promise<number | null>((resolve) => {
    find.on("error", () => resolve(null));
    find.on("close", resolve);
  });
  return { code, names, output: Buffer.concat(pieces) };
}

/** @throws UnsearchableFolder for a name that no argument of a runtime can spell */
function splitNames(output: Buffer): readonly Found[] {
  const names = output.toString().split("\0").slice(0, -1);
  if (!Buffer.from(output.toString()).equals(output)) {
    const odd = names.find((name) => name.includes("\uFFFD")) ?? "";
    throw new UnsearchableFolder(`${odd.slice(1)} is a socket whose name is not UTF-8.`, [
      { say: "Rename or remove it: a container cannot cover it" },
    ]);
  }
  return names.map((name) => ({ kind: name.startsWith("s") ? "s" : "d", path: name.slice(1) }));
}

/** The same in this process. */
function walk(folder: string, { uid }: SearchOptions): readonly Found[] {
  if (!isAllowed(folder, constants.R_OK | constants.X_OK)) {
    const isOwn = lstatSync(folder, { throwIfNoEntry: false })?.uid === uid;
    return isOwn || isAllowed(folder, constants.X_OK) ? [{ kind: "d", path: folder }] : [];
  }
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly Found[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path, { uid });
    return entry.isSocket() ? [{ kind: "s", path }] : [];
  });
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function refuseClosed(path: string): UnsearchableFolder {
  const problem = "Sockets of programs outside could be in it, and the command could reach them";
  return new UnsearchableFolder(`${path} cannot be listed. ${problem}.`, [
    {
      say: "If the directory is yours, make it readable",
      command: `chmod u+rx ${shellWord(path)}`,
    },
    { say: "Or use another working directory or --mount" },
  ]);
}

function refuseEndless(problem: string, roots: readonly string[]): UnsearchableFolder {
  return new UnsearchableFolder(`${problem} ${roots.join(", ")}.`, [
    { say: "Show the command less: use a smaller working directory or --mount" },
  ]);
}
