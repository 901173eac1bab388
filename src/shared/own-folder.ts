import { lstatSync } from "node:fs";
import type { Stats } from "node:fs";
import { InvalidInput } from "./errors.ts";
import type { Hint } from "./errors.ts";
import { explainRefusal } from "./file-refusals.ts";
import { shellWord } from "./shell-word.ts";
import { walkPath } from "./walk-path.ts";

/**
 * Mode bits that let other users replace the entries of a directory, unless the directory is
 * sticky, as /tmp is.
 */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/**
 * Mode bits for the group and other users. A private directory has none of these bits, unless the
 * rules allow other users to read it.
 */
const othersBits = 0o077;

interface Rules {
  /** User ID of the required owner (default: the user of this process). */
  readonly user?: number | undefined;
  /** Access that other users are allowed to have. */
  readonly others?: "nothing" | "reading";
  /** Option or variable with which the user can choose another directory. */
  readonly elsewhere?: string;
}

/**
 * Checks that an existing directory is private to this user. Otherwise, another user could plant a
 * link at a path that gatehouse writes to, or fake results. A link to such a directory is accepted
 * if no other user can redirect it.
 * @throws InvalidInput with a hint on how to fix it
 */
export function requireOwnFolder(path: string, rules: Rules = {}): void {
  const { user = process.getuid?.(), elsewhere = "XDG_STATE_HOME" } = rules;
  const there = statPath(path, elsewhere);
  if (!there) return;
  const found = there.isSymbolicLink() ? followLink(path, { user, elsewhere }) : there;
  requireOwn(path, found, rules);
}

/**
 * Applies the rules to a directory that is already open and therefore cannot be replaced.
 * @param path name of the directory in errors
 * @throws InvalidInput with a hint on how to fix it
 */
export function requireOwn(path: string, found: Stats, rules: Rules): void {
  const { user = process.getuid?.(), others = "nothing", elsewhere = "XDG_STATE_HOME" } = rules;
  if (!found.isDirectory()) throw refuse(path, "is not a directory", moveAway(path));
  // Windows does not support user IDs and modes.
  if (user === undefined) return;
  if (found.uid !== user) {
    throw refuseOthers(path, "belongs to another user", { whose: path, elsewhere });
  }
  if (found.mode & (others === "reading" ? othersWriteBits : othersBits)) {
    const mode = others === "reading" ? "go-w" : "700";
    throw refuse(path, "can be used by other users", `chmod ${mode} ${shellWord(path)}`);
  }
}

/**
 * Returns undefined if the path does not exist. Even this check can fail: with sudo, the calling
 * user's home directory can be inaccessible.
 */
function statPath(path: string, elsewhere: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const refusal = explainRefusal(cause);
    if (!refusal) throw cause;
    const text = `Use your own directory: set a different one with ${elsewhere}`;
    throw new InvalidInput(`Could not inspect ${path}: ${refusal.reason}.`, [{ text }], {
      cause,
    });
  }
}

/** Follows a link and checks that everything on its path belongs to this user or root. */
function followLink(
  link: string,
  { user, elsewhere }: { user: number | undefined; elsewhere: string },
): Stats {
  const way = walkPath(link);
  const last = way.at(-1)?.found;
  if (!last) throw refuse(link, "is a broken link", moveAway(link));
  for (const { path, found } of way) {
    if (!found || !isOurs(found, user)) {
      const problem = `is a link through ${path}, which belongs to another user`;
      throw refuseOthers(link, problem, { whose: path, elsewhere });
    }
    const isOpen = (found.mode & othersWriteBits) !== 0 && (found.mode & stickyBit) === 0;
    if (found !== last && found.isDirectory() && isOpen) {
      const problem = `is a link through ${path}, in which other users can replace entries`;
      throw refuse(link, problem, `chmod go-w ${shellWord(path)}`);
    }
  }
  return last;
}

function isOurs({ uid }: Stats, user: number | undefined): boolean {
  return user === undefined || uid === user || uid === 0;
}

function moveAway(path: string): string {
  return `mv ${shellWord(path)} ${shellWord(`${path}.old`)}`;
}

function refuse(path: string, problem: string, command: string): InvalidInput {
  return explain(path, problem, [{ text: "Fix this, then run the same command again", command }]);
}

/**
 * Creates the error for a directory that belongs to another user. Only that user can fix the
 * directory.
 */
function refuseOthers(
  path: string,
  problem: string,
  { whose, elsewhere }: { whose: string; elsewhere: string },
): InvalidInput {
  return explain(path, problem, [
    { text: "Check the owner", command: `ls -ld ${shellWord(whose)}` },
    {
      text: `Then use your own directory: remove this one, or set a different one with ${elsewhere}`,
    },
  ]);
}

function explain(path: string, problem: string, hints: readonly Hint[]): InvalidInput {
  return new InvalidInput(`${path} ${problem}; it must be private to this user.`, hints);
}
