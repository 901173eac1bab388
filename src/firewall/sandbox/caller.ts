import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { invokingUser } from "../../shared/invoking-user.ts";

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
  readonly home: string;
}

/** @param passwd text of /etc/passwd: sudo tells no home */
export function findCaller(
  env: NodeJS.ProcessEnv,
  self: Self = readSelf(),
  passwd: () => string = () => readFileSync("/etc/passwd", "utf8"),
): Caller {
  const user = invokingUser(env, self.uid);
  if (!user) return { ...self, home: env.HOME || self.home, cameBySudo: false };
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
  const { uid, gid, username, homedir } = userInfo();
  return { uid, gid, name: username, home: homedir };
}
