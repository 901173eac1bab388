import { homedir, userInfo } from "node:os";
import type { UserInfo } from "node:os";
import { isAbsolute, join } from "node:path";

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
 * Returns the directory for data that outlives a run, by the XDG Base Directory Specification.
 * @returns undefined if it is not set and the home directory is unknown
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateHome(env: NodeJS.ProcessEnv): string | undefined {
  const home = homeFolder();
  return env["XDG_STATE_HOME"] || (home && join(home, ".local", "state"));
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
