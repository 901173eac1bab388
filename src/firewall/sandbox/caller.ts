import { readFileSync } from "node:fs";
import { InvalidInput } from "../../shared/errors.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { userRow } from "../../shared/this-user.ts";

/** The user that the command runs as: the caller, even with sudo. */
export interface Caller {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  readonly home: string;
  /**
   * True if gatehouse was started with sudo. gatehouse then runs as root, and the command runs as
   * the caller.
   */
  readonly cameBySudo: boolean;
}

interface Self {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  /** Home directory; undefined if the system does not list one. */
  readonly home: string | undefined;
}

/**
 * Determines the caller.
 * @param passwd content of /etc/passwd, because sudo does not report the caller's home
 * @throws InvalidInput if the home is not known, because the container requires one
 */
export function findCaller(
  env: NodeJS.ProcessEnv,
  self: Self = readSelf(),
  passwd: () => string = () => readFileSync("/etc/passwd", "utf8"),
): Caller {
  const user = invokingUser(env, self.uid);
  if (!user) return { ...self, home: requireHome(env.HOME || self.home, self), cameBySudo: false };
  const { uid, gid } = user;
  const row = findRow(passwd, uid);
  const name = row?.[0] ?? env.SUDO_USER ?? String(uid);
  return { uid, gid, name, home: row?.[5] || `/home/${name}`, cameBySudo: true };
}

/** @returns name, password, uid, gid, comment, home, shell */
function findRow(passwd: () => string, uid: number): readonly string[] | undefined {
  try {
    const rows = passwd()
      .split("\n")
      .map((line) => line.split(":"));
    return rows.find((row) => row[2] === String(uid));
  } catch {
    // Best effort: the users of this machine may not be listed in /etc/passwd.
    return undefined;
  }
}

function readSelf(): Self {
  const row = userRow();
  if (row) return { uid: row.uid, gid: row.gid, name: row.username, home: row.homedir };
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  return { uid, gid, name: String(uid), home: undefined };
}

/**
 * Requires a home other than `/`: the container's home is an empty directory, so all of `/` would
 * be empty.
 */
function requireHome(home: string | undefined, { uid }: Self): string {
  if (home && home !== "/") return home;
  throw new InvalidInput(
    `Could not find the home directory of user ${uid} in HOME or in the system's user list.`,
    [{ text: "Set HOME to a directory that this user owns" }],
  );
}
