/** The user ID and group ID of a user of this machine. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user who called sudo, if the process runs as root.
 * @returns undefined if the process does not run as root, or if no other user called sudo
 */
export function invokingUser(
  env: Readonly<Record<string, string | undefined>>,
  euid: number | undefined = process.geteuid?.(),
): User | undefined {
  const [uid, gid] = [idOf(env["SUDO_UID"]), idOf(env["SUDO_GID"])];
  if (euid !== 0 || uid === undefined || gid === undefined || uid === 0) return undefined;
  return { uid, gid };
}

/** The highest valid ID, because chown(2) treats the next number (-1) as no ID. */
const lastId = 0xfffffffe;

function idOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= lastId ? id : undefined;
}
