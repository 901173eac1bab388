import { homedir, userInfo } from "node:os";
import type { UserInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Returns the absolute path of the user's home directory.
 * @returns undefined if neither HOME nor the system defines it
 */
export function homeFolder(): string | undefined {
  return [unlessUnknown(homedir), userRow()?.homedir].find(
    (home) => home !== undefined && isAbsolute(home),
  );
}

/**
 * Returns the system's information about the user.
 * @returns undefined if the user is not known, as in a container that runs with an arbitrary ID
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
