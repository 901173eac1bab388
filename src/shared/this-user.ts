import { homedir, userInfo } from "node:os";
import type { UserInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * The home folder of whoever runs this, a whole path.
 * @returns undefined where neither HOME nor the system tells one
 */
export function homeFolder(): string | undefined {
  return [unlessUnknown(homedir), userRow()?.homedir].find(
    (home) => home !== undefined && isAbsolute(home),
  );
}

/**
 * What the system has of whoever runs this.
 * @returns undefined where it has nothing: in a container that runs as any number
 */
export function userRow(): UserInfo<string> | undefined {
  return unlessUnknown(() => userInfo());
}

function unlessUnknown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const call = error instanceof Error && "syscall" in error ? error.syscall : undefined;
    if (call === "uv_os_homedir" || call === "uv_os_get_passwd") return undefined;
    throw error;
  }
}
