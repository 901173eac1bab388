/** Somebody of this machine, by numbers. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Who is behind a run as root: the person that called sudo.
 * @returns undefined where the process is that person's own already, and where root called sudo
 */
export function invokingUser(
  env: Readonly<Record<string, string | undefined>>,
  euid: number | undefined = process.geteuid?.(),
): User | undefined {
  const [uid, gid] = [idOf(env["SUDO_UID"]), idOf(env["SUDO_GID"])];
  if (euid !== 0 || uid === undefined || gid === undefined || uid === 0) return undefined;
  return { uid, gid };
}

/** The last number of the 32 bits means none (chown(2)). */
const lastId = 0xfffffffe;

function idOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= lastId ? id : undefined;
}
