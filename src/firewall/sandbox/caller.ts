import { readFileSync } from "node:fs";
import { InvalidInput } from "../../shared/errors.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { userRow } from "../../shared/this-user.ts";

/** Whom the command runs as: whoever called, also by way of sudo. */
export interface Caller {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  readonly home: string;
  /** Started with sudo: gatehouse is root, the command is whoever called it. */
  readonly cameBySudo: boolean;
}

interface Self {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  /** Where the system knows one. */
  readonly home: string | undefined;
}

/**
 * @param passwd text of /etc/passwd: sudo tells no home
 * @throws InvalidInput where nothing names a home, which the container cannot be without
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
    // best effort: a machine may keep its people elsewhere
    return undefined;
  }
}

function readSelf(): Self {
  const row = userRow();
  if (row) return { uid: row.uid, gid: row.gid, name: row.username, home: row.homedir };
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  return { uid, gid, name: String(uid), home: undefined };
}

/** What is the home is empty inside: of `/`, nothing would be left there. */
function requireHome(home: string | undefined, { uid }: Self): string {
  if (home && home !== "/") return home;
  throw new InvalidInput(`User ${uid} has no home here: neither HOME nor the system names one.`, [
    { say: "Set HOME to a folder of that user" },
  ]);
}
