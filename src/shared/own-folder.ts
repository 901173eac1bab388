import { lstatSync } from "node:fs";
import type { Stats } from "node:fs";
import { InvalidInput } from "./errors.ts";
import type { Hint } from "./errors.ts";
import { explainRefusal } from "./json-file.ts";
import { shellWord } from "./shell-word.ts";
import { walkPath } from "./walk-path.ts";

/** In a folder that others may write to they can put something else in a name's place, unless it is sticky, as /tmp is. */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/** Others may not even list what is in a folder of ours, unless it is said that they may. */
const othersBits = 0o077;

interface Rules {
  /** Whose it has to be; the process's user's where undefined. */
  readonly user?: number | undefined;
  /** What others may do with it. */
  readonly others?: "nothing" | "reading";
  /** How another one is named. */
  readonly elsewhere?: string;
}

/**
 * Makes sure that a folder, where it is there already, is this user's alone: whoever else may write into it could
 * plant a link where we write, or tell us what was never done. A link to such a folder will do where nobody else can
 * change where it leads.
 * @throws InvalidInput saying what to mend
 */
export function requireOwnFolder(path: string, rules: Rules = {}): void {
  const { user = process.getuid?.(), elsewhere = "XDG_STATE_HOME" } = rules;
  const there = statPath(path, elsewhere);
  if (!there) return;
  const found = there.isSymbolicLink() ? followLink(path, { user, elsewhere }) : there;
  requireOwn(path, found, rules);
}

/**
 * Applies the rules to a directory that is already open, so that no other one can take its place.
 * @param path how an error names it
 * @throws InvalidInput with a hint how to fix it
 */
export function requireOwn(path: string, found: Stats, rules: Rules): void {
  const { user = process.getuid?.(), others = "nothing", elsewhere = "XDG_STATE_HOME" } = rules;
  if (!found.isDirectory()) throw refuse(path, "is no folder", moveAway(path));
  // Windows has neither users of this kind nor modes.
  if (user === undefined) return;
  if (found.uid !== user) {
    throw refuseOthers(path, "belongs to another user", { whose: path, elsewhere });
  }
  if (found.mode & (others === "reading" ? othersWriteBits : othersBits)) {
    const mode = others === "reading" ? "go-w" : "700";
    throw refuse(path, "can be used by other users", `chmod ${mode} ${shellWord(path)}`);
  }
}

/** As who keeps the home of the user that sudo left behind, nobody may even see whether it is there. */
function statPath(path: string, elsewhere: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const refusal = explainRefusal(cause);
    if (!refusal) throw cause;
    const say = `Use a folder of your own: name another one in ${elsewhere}`;
    throw new InvalidInput(`${path} cannot be looked at: ${refusal.because}.`, [{ say }], {
      cause,
    });
  }
}

/** What a link leads to, by a way on which everything is this user's or root's. */
function followLink(
  link: string,
  { user, elsewhere }: { user: number | undefined; elsewhere: string },
): Stats {
  const way = walkPath(link);
  const last = way.at(-1)?.found;
  if (!last) throw refuse(link, "is a link that leads nowhere", moveAway(link));
  for (const { path, found } of way) {
    if (!found || !isOurs(found, user)) {
      const problem = `leads by ${path}, which belongs to another user`;
      throw refuseOthers(link, problem, { whose: path, elsewhere });
    }
    const isOpen = (found.mode & othersWriteBits) !== 0 && (found.mode & stickyBit) === 0;
    if (found !== last && found.isDirectory() && isOpen) {
      const problem = `leads by ${path}, where other users can put something else`;
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
  return explain(path, problem, [{ say: "Mend it, and run the same command again", command }]);
}

/** What is another user's, nobody else can mend. */
function refuseOthers(
  path: string,
  problem: string,
  { whose, elsewhere }: { whose: string; elsewhere: string },
): InvalidInput {
  return explain(path, problem, [
    { say: "See whose it is", command: `ls -ld ${shellWord(whose)}` },
    { say: `Then use a folder of your own: take it away, or name another one in ${elsewhere}` },
  ]);
}

function explain(path: string, problem: string, hints: readonly Hint[]): InvalidInput {
  return new InvalidInput(`${path} ${problem}; it has to be this user's alone.`, hints);
}
