import { readFileSync, readlinkSync } from "node:fs";
import { isRunning } from "../../shared/processes.ts";

/** What tells a process from every other that ever had its number. */
export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks from the machine's start to its own. @see proc_pid_stat(5), field 22 */
  readonly start?: string;
  /** Which start of the machine: all numbers begin anew. */
  readonly boot?: string;
  /** In which namespace it has this number. */
  readonly namespace?: string;
}

/** What a machine without /proc cannot tell is left out. */
export function markProcess(pid: number = process.pid): ProcessMark {
  const start = readStart(pid);
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = attempt(() => readlinkSync("/proc/self/ns/pid"));
  return { pid, ...(start && { start }), ...(boot && { boot }), ...(namespace && { namespace }) };
}

/** `elsewhere`: its number means nothing here, as that of another container does. */
export type ProcessState = "running" | "gone" | "elsewhere";

export function checkProcess(mark: ProcessMark, here: ProcessMark = markProcess()): ProcessState {
  if (mark.boot !== here.boot) return "gone";
  if (mark.namespace !== here.namespace) return "elsewhere";
  if (!isRunning(mark.pid)) return "gone";
  // Without /proc a number is all there is.
  if (here.start === undefined) return "running";
  return mark.start === readStart(mark.pid) ? "running" : "gone";
}

/** Undefined for one that has ended, also where nobody has taken notice of its end yet. */
function readStart(pid: number): string | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The second field is the program's name, which may have spaces and parentheses in it.
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
