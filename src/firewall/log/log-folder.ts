import { closeSync, fstatSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { User } from "../../shared/invoking-user.ts";
import { makeStraight, openStraight } from "../../shared/open-straight.ts";
import { requireOwn, requireOwnFolder } from "../../shared/own-folder.ts";
import { makeStampedFolder } from "../../shared/stamped-folder.ts";
import { codeOf } from "../../shared/error-code.ts";

/** What default folders of logs are called before their time, and where they are; the specification names both. */
export const logsKind = "proxy-logs";
export const logsParent = "/tmp";

export interface LogFolderOptions {
  /** A folder of the user's choice, without links, which may hold an earlier run's log. */
  readonly folder?: string | undefined;
  /** The person behind sudo: the log is theirs. */
  readonly owner?: User | undefined;
  /** Where a folder of its own is made. */
  readonly parent?: string;
}

/** Another session exchanged a directory on the way to the log. */
class ReplacedLogFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `${folder} is behind a symbolic link that was created while the log was being opened.`,
      [
        {
          say: "Make sure that no other session changes this directory, and run the command again",
        },
      ],
      options,
    );
  }
}

interface Known {
  /** Where it is, or would be. */
  readonly folder: string;
  readonly owner: User | undefined;
}

/** Either a descriptor of the directory, or why there is none. */
type OpenedFolder =
  (Known & { readonly directory: number }) | (Known & { readonly problem: string });

/**
 * Opens the directory of a log, which nobody else can write to, and creates it if it is missing.
 * @throws InvalidInput, ReplacedLogFolder
 */
export function openLogFolder(now: Date, options: LogFolderOptions): OpenedFolder {
  const { folder, parent = logsParent } = options;
  let known: Known = { owner: options.owner, folder: folder ?? join(parent, logsKind) };
  try {
    const owner = options.owner ?? (folder === undefined ? undefined : ownerFor(folder));
    known = { ...known, owner };
    if (folder !== undefined) return { ...known, directory: openOwnFolder(folder, owner) };
    const { path } = makeStampedFolder(logsKind, now, { parent: realpathSync(parent), owner });
    return { folder: path, owner, directory: openOwn(path, owner, openStraight) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    return { ...known, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Checked before, because its errors explain more, and once it is open, when no other directory can take its place. */
function openOwnFolder(folder: string, owner: User | undefined): number {
  requireOwnFolder(folder, rulesFor(owner));
  return openOwn(folder, owner, (path) => makeStraight(path, 0o700));
}

/** @throws ReplacedLogFolder, InvalidInput */
function openOwn(folder: string, owner: User | undefined, open: (path: string) => number): number {
  const directory = openWithoutLinks(folder, () => asUser(owner, () => open(folder)));
  try {
    const found = fstatSync(directory);
    if (found.isSymbolicLink()) throw new ReplacedLogFolder(folder);
    requireOwn(folder, found, rulesFor(owner));
    return directory;
  } catch (error) {
    closeSync(directory);
    throw error;
  }
}

function openWithoutLinks(folder: string, open: () => number): number {
  try {
    return open();
  } catch (cause) {
    const isLink = codeOf(cause) === "ENOTDIR";
    throw isLink ? new ReplacedLogFolder(folder, { cause }) : cause;
  }
}

function rulesFor(owner: User | undefined) {
  return { user: owner?.uid, others: "reading", elsewhere: "--proxy-logs-dir" } as const;
}

/** Root, as it is in a container of a pipeline, writes into somebody's folder with no more rights than theirs. */
function ownerFor(folder: string): User | undefined {
  const isRoot = process.geteuid?.() === 0;
  const found = isRoot ? lstatSync(folder, { throwIfNoEntry: false }) : undefined;
  return found?.isDirectory() && found.uid !== 0 ? found : undefined;
}
