import { closeSync, fstatSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { User } from "../../shared/invoking-user.ts";
import { makeStraight, openStraight } from "../../shared/open-straight.ts";
import { requireOwn, requireOwnFolder } from "../../shared/own-folder.ts";
import { makeStampedFolder } from "../../shared/stamped-folder.ts";
import { codeOf } from "../../shared/error-code.ts";

/**
 * Name prefix and parent directory of default log directories, as defined in the specification. A
 * timestamp follows the prefix.
 */
export const logsKind = "proxy-logs";
export const logsParent = "/tmp";

export interface LogFolderOptions {
  /**
   * Directory that the user chose. Its path must not contain links, but it may contain the log of
   * an earlier run.
   */
  readonly folder?: string | undefined;
  /** The user who ran sudo, who becomes the owner of the log. */
  readonly owner?: User | undefined;
  /** Parent directory of the default log directory. */
  readonly parent?: string;
}

/** Another session replaced a directory in the log's path. */
class ReplacedLogFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `${folder} is behind a symbolic link that was created while the log was being opened.`,
      [
        {
          text: "Make sure that no other session changes this directory, and run the command again",
        },
      ],
      options,
    );
  }
}

interface Known {
  /** Path of the directory, which is set even if the directory could not be created. */
  readonly folder: string;
  readonly owner: User | undefined;
}

/** A descriptor of the open directory, or the reason why it could not be opened. */
type OpenedFolder =
  (Known & { readonly directory: number }) | (Known & { readonly problem: string });

/**
 * Opens a log directory that no other user can write to. Creates the directory if it is missing.
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

/**
 * Checks the directory before and after opening it. The first check produces better error messages.
 * The second check is reliable, because an open directory cannot be replaced.
 */
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

/**
 * Returns the owner of an existing directory if this process is root, as in a pipeline's container.
 * Root then writes only with that owner's permissions.
 */
function ownerFor(folder: string): User | undefined {
  const isRoot = process.geteuid?.() === 0;
  const found = isRoot ? lstatSync(folder, { throwIfNoEntry: false }) : undefined;
  return found?.isDirectory() && found.uid !== 0 ? found : undefined;
}
