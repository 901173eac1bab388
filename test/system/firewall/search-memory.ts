import { closeSync, openSync, readFileSync, readlinkSync, readSync } from "node:fs";

/** Returns whether a process runs in a process namespace of its own, as inside a container. */
export function isInside(pid: number): boolean {
  return namespaceOf(pid) !== namespaceOf(process.pid);
}

function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // The process has exited.
    return "";
  }
}

/** Returns whether the environment, arguments or writable memory of a process contain a text. */
export function holds(pid: number, text: string): boolean {
  const wanted = Buffer.from(text);
  const named = ["environ", "cmdline"].some((name) =>
    readText(`/proc/${pid}/${name}`).includes(text),
  );
  return named || searchMemory(pid, wanted);
}

function searchMemory(pid: number, wanted: Buffer): boolean {
  const areas = readText(`/proc/${pid}/maps`).matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm);
  const file = open(`/proc/${pid}/mem`);
  if (file === undefined) return false;
  try {
    for (const [, from = "", to = ""] of areas) {
      const [start, end] = [parseInt(from, 16), parseInt(to, 16)];
      if (readArea(file, start, end - start)?.includes(wanted)) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/** Returns undefined for an area that cannot be read, such as a guard page. */
function readArea(file: number, start: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  try {
    let at = 0;
    while (at < length) {
      const count = readSync(file, bytes, at, length - at, start + at);
      if (count === 0) break;
      at += count;
    }
    return bytes;
  } catch {
    return undefined;
  }
}

function open(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch {
    // The process has exited.
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // The process has exited.
    return "";
  }
}
