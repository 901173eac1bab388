import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, watch } from "node:fs";

/**
 * Returns the live processes of a PID namespace, without zombies. A process releases its memory
 * before its pipes close, so one without memory is about to exit.
 */
export function findLiving(namespace: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return false;
      return !readFileSync(`/proc/${name}/statm`, "latin1").startsWith("0 ");
    } catch {
      // The process has just exited, or is inaccessible.
      return false;
    }
  });
}

/**
 * Waits until a namespace is empty, because the last processes may exit a moment after their pipes
 * close.
 */
export async function waitUntilEmpty(namespace: string): Promise<void> {
  for (let left = findLiving(namespace); left.length > 0; left = findLiving(namespace)) {
    await runPython(waitForEnds, left);
  }
}

/** Waits until a directory of /tmp is deleted. */
export async function waitUntilGone(path: string): Promise<void> {
  const watcher = watch("/tmp");
  try {
    while (existsSync(path)) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

/** A bind mount that podman's storage creates on first use, and never removes. */
const ofStorage = / \/\S*\/containers\/storage\/overlay rw/;

/** Returns the temporary mounts of this machine, in the kernel's notation. */
export function listMounts(): string[] {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
  return lines.filter((line) => !ofStorage.test(line));
}

/**
 * Returns the mounts of this machine that are new and that a sandbox uses too, as podman's root
 * filesystem and shared memory. Other new mounts belong to programs that run at the same time.
 */
export function findMountsOf(namespace: string, before: readonly string[]): string[] {
  const devices = new Set(findLiving(namespace).flatMap(readMounts).map(deviceOf));
  return listMounts().filter((line) => devices.has(deviceOf(line)) && !before.includes(line));
}

/** Returns the mounts that a process sees: none if it has exited since it was listed. */
function readMounts(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

function deviceOf(line: string): string | undefined {
  return line.split(" ")[2];
}

/** Waits until all of these mounts are removed. */
export function waitUntilUnmounted(lines: readonly string[]): Promise<void> {
  return runPython(waitForMounts, lines);
}

// Node cannot wait for processes that it did not start, nor for kernel files; Python can.
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
