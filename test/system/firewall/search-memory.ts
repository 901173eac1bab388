import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  readSync,
} from "node:fs";

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

/**
 * Returns whether the files in `/proc`, the open files, or the writable memory of a process contain
 * one of some texts.
 */
export function holds(pid: number, ...texts: readonly string[]): boolean {
  const wanted = texts.map((text) => Buffer.from(text));
  const isIn = (found: Buffer | undefined) => wanted.some((one) => found?.includes(one) === true);
  return [...listFiles(pid)].some((path) => isIn(readWhole(path))) || searchMemory(pid, isIn);
}

const described = ["environ", "cmdline", "comm", "auxv", "maps", "mountinfo", "stat", "status"];

function* listFiles(pid: number): Generator<string> {
  for (const name of described) yield `/proc/${pid}/${name}`;
  for (const name of list(`/proc/${pid}/fd`)) yield `/proc/${pid}/fd/${name}`;
}

function searchMemory(pid: number, isIn: (found: Buffer | undefined) => boolean): boolean {
  const areas = readText(`/proc/${pid}/maps`).matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm);
  const file = open(`/proc/${pid}/mem`);
  if (file === undefined) return false;
  try {
    for (const [, from = "", to = ""] of areas) {
      const [start, end] = [parseInt(from, 16), parseInt(to, 16)];
      if (isIn(readArea(file, start, end - start))) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has exited.
    return [];
  }
}

/** Returns undefined for anything that is not a file, such as a pipe. */
function readWhole(path: string): Buffer | undefined {
  const file = open(path);
  if (file === undefined) return undefined;
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    // The process has exited.
    return undefined;
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
    // A pipe without a writer would block.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
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
