import { codeOf } from "./error-code.ts";
/** Returns whether a process with this ID is running, regardless of the user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return codeOf(error) === "EPERM";
  }
}

/** Signals a process and all its children, if it started its own process group. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Best effort: the group has exited, or this system does not support process groups.
  }
}
