import { readFileSync, readlinkSync } from "node:fs";
import { isRunning } from "../../shared/processes.ts";

/** Identifies a process uniquely, even if its process ID is reused. */
export interface ProcessMark {
  readonly pid: number;
  /** Start time of the process in clock ticks since boot. @see proc_pid_stat(5), field 22 */
  readonly start?: string;
  /** Boot ID, because process IDs are reused after a reboot. */
  readonly boot?: string;
  /** The PID namespace in which the process has this ID. */
  readonly namespace?: string;
}

/**
 * Returns the mark of a process. If /proc is not available, the parts that require it are omitted.
 */
export function markProcess(pid: number = process.pid): ProcessMark {
  const start = readStart(pid);
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = attempt(() => readlinkSync("/proc/self/ns/pid"));
  return { pid, ...(start && { start }), ...(boot && { boot }), ...(namespace && { namespace }) };
}

/** `elsewhere`: the process ID belongs to another namespace, such as another container's. */
export type ProcessState = "running" | "gone" | "elsewhere";

export function checkProcess(mark: ProcessMark, here: ProcessMark = markProcess()): ProcessState {
  if (mark.boot !== here.boot) return "gone";
  if (mark.namespace !== here.namespace) return "elsewhere";
  if (!isRunning(mark.pid)) return "gone";
  // Without /proc, only the process ID is known.
  if (here.start === undefined) return "running";
  return mark.start === readStart(mark.pid) ? "running" : "gone";
}

/**
 * Returns the start time; undefined if the process has exited, even if its parent has not reaped it
 * yet.
 */
function readStart(pid: number): string | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The second field is the program's name, which may contain spaces and parentheses.
  const [state = "", ...fields] = line?.slice(line.lastIndexOf(")") + 2).split(" ") ?? [];
  return "ZX".includes(state) ? undefined : fields[18];
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
