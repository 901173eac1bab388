import { readFileSync } from "node:fs";

/**
 * Formats this process's hard limits of open files and processes for podman's `--ulimit`. podman's
 * own values can be higher, and only root can raise a hard limit. `--ulimit host` does not prevent
 * this in podman 4.3.
 * @param table content of `/proc/self/limits`; a row contains a name, the soft and the hard limit
 * @param processes largest number of processes of this machine, to which podman lowers its own
 *   limit
 */
export function formatHardLimits(
  table = read("/proc/self/limits"),
  processes = Number(read("/proc/sys/kernel/pid_max")),
): readonly string[] {
  const find = (row: string) => {
    const hard = new RegExp(`^${row} +\\S+ +(\\d+|unlimited) `, "m").exec(table)?.[1];
    return hard === "unlimited" ? Infinity : Number(hard);
  };
  const limits = {
    nofile: find("Max open files"),
    nproc: Math.min(find("Max processes"), processes || Infinity),
  };
  return Object.entries(limits).flatMap(([name, hard]) =>
    Number.isFinite(hard) ? ["--ulimit", `${name}=${hard}:${hard}`] : [],
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Best effort: podman then uses its own values.
    return "";
  }
}
