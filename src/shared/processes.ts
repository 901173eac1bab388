import { codeOf } from "./error-code.ts";
/** Whether a process of this number runs, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return codeOf(error) === "EPERM";
  }
}

/** Signals a process and all that it has started, where it began a group of its own. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Best effort: nobody of the group is left, or there are no groups here.
  }
}
