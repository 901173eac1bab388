import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";

/** True where this process speaks with a terminal, and it is its turn. */
export function hasTerminal(): boolean {
  return isatty(0) && isatty(1) && isInForeground();
}

/**
 * Whether the terminal's keys come to this process group.
 * @param stat text of /proc/self/stat
 */
export function isInForeground(stat = readStat()): boolean {
  // Behind the name, which may hold anything: state, parent, group, session, terminal, the terminal's group.
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return group !== undefined && group === foreground;
}

function readStat(): string {
  try {
    return readFileSync("/proc/self/stat", "utf8");
  } catch {
    return "";
  }
}

/** The command stopped, by a key or by reading a terminal that is not its own: so does whoever waits for it. */
export function stopWithCommand(): void {
  // The shell sees a job as stopped when each process of it is. It goes on from here, at once where nobody can stop it.
  process.kill(0, "SIGTSTP");
}

/** After a command that had the terminal, takes it back: a script that goes on has to be able to read from it. */
export function takeTerminal(starter: string): void {
  spawnSync(starter, ["terminal"], { stdio: ["inherit", "inherit", "ignore"], env: {} });
}
