import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, watch } from "node:fs";

/**
 * Everybody who lives in a pid namespace; not who has ended, and waits for the machine's first process to notice. Memory is
 * given back before pipes are closed: who has none is on the way out.
 */
export function findLiving(namespace: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return false;
      return !readFileSync(`/proc/${name}/statm`, "latin1").startsWith("0 ");
    } catch {
      // It has just ended, or is nobody's.
      return false;
    }
  });
}

/** Waits until nobody lives in a namespace: the last ones may end a moment after their pipes. */
export async function waitUntilEmpty(namespace: string): Promise<void> {
  for (let left = findLiving(namespace); left.length > 0; left = findLiving(namespace)) {
    await runPython(waitForEnds, left);
  }
}

/** Waits until a folder of /tmp is gone. */
export async function waitUntilGone(path: string): Promise<void> {
  const watcher = watch("/tmp");
  try {
    while (existsSync(path)) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

/** What podman's storage binds to itself when it is first used, and leaves so. */
const ofStorage = / \/\S*\/containers\/storage\/overlay rw/;

/** The mounts of this machine, as the kernel writes them; those that come and go. */
export function listMounts(): string[] {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
  return lines.filter((line) => !ofStorage.test(line));
}

/** Waits until none of some mounts is left: those of a run, and whatever else was mounted beside it and ends as well. */
export function waitUntilUnmounted(lines: readonly string[]): Promise<void> {
  return runPython(waitForMounts, lines);
}

// Node cannot wait for processes that it did not start itself, nor for the kernel's files; Python can.
async function runPython(script: string, args: readonly string[]): Promise<void> {
  const child = spawn("python3", ["-c", script, ...args], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`python3 ended with ${code}`);
}

const waitForEnds = `
import os, select, sys
for pid in sys.argv[1:]:
    try:
        select.select([os.pidfd_open(int(pid))], [], [])
    except ProcessLookupError:
        pass
`;

const waitForMounts = `
import select, sys
mounts = open("/proc/self/mountinfo")
change = select.poll()
change.register(mounts, select.POLLERR | select.POLLPRI)
while set(sys.argv[1:]) & set(mounts.read().splitlines()):
    change.poll()
    mounts.seek(0)
`;
