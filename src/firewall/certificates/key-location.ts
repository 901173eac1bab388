import { randomBytes, type KeyObject } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readlinkSync,
  statfsSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** Location of the session CA's key, and the function that deletes the key. */
export interface KeyLocation {
  /** `link`: a link to an unnamed file in memory. `memory`: only in this process's memory. */
  readonly kind: "link" | "memory";
  /** Reason why the key is not stored in a file; shown to the operator. */
  readonly reason?: string;
  /** Deletes the link and the file. The kernel also deletes the file when the process exits. */
  end(): void;
}

/**
 * Magic numbers of file systems that store their files in memory: tmpfs and ramfs. @see statfs(2)
 */
const memoryFileSystems: readonly number[] = [0x01021994, 0x858458f6];

interface Machine {
  /** A directory whose files exist only in memory. */
  readonly sharedMemory?: string;
}

/**
 * Makes a key available at the path that the specification requires, but never writes it to disk.
 * The path is a link to an open file of this process. That file is unlinked before the key is
 * written to it, so the key disappears no matter how the process exits.
 *
 * Never throws: if a link cannot be created, the key exists only in this process.
 * @param link path of the key, in a directory that the user owns
 */
export function placeKey(key: KeyObject, link: string, machine: Machine = {}): KeyLocation {
  const { sharedMemory = "/dev/shm" } = machine;
  let file: number | undefined;
  try {
    file = openNameless(sharedMemory);
    writeKey(file, key);
    const target = `/proc/${process.pid}/fd/${file}`;
    symlinkSync(target, link);
    return { kind: "link", end: endOnce({ file, link, target }) };
  } catch (error) {
    if (file !== undefined) closeSync(file);
    return { kind: "memory", reason: explain(error), end: () => undefined };
  }
}

/** Opens an unlinked file. Node closes the file's descriptor in every child process. */
function openNameless(folder: string): number {
  if (!memoryFileSystems.includes(statfsSync(folder).type)) {
    throw new NoLocation(`${folder} is not an in-memory file system`);
  }
  // If /proc belongs to another PID namespace, our process ID refers to a different process there.
  if (readlinkSync("/proc/self") !== String(process.pid)) {
    throw new NoLocation("/proc does not show this process under its process ID");
  }
  const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;
  const path = join(folder, `gatehouse-${randomBytes(12).toString("hex")}`);
  const file = openSync(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600);
  unlinkSync(path);
  return file;
}

class NoLocation extends Error {}

function writeKey(file: number, key: KeyObject): void {
  // Restores permissions that the umask may have removed.
  fchmodSync(file, 0o600);
  const pem = Buffer.from(key.export({ type: "pkcs8", format: "pem" }));
  for (let done = 0; done < pem.length; done += writeSync(file, pem, done)) continue;
  pem.fill(0);
}

function endOnce(location: { file: number; link: string; target: string }): () => void {
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(location.file);
    try {
      if (readlinkSync(location.link) === location.target) unlinkSync(location.link);
    } catch {
      // Best effort: if the session's directory was deleted, the link no longer exists. If the link
      // cannot be deleted, it points to a closed file and does not work.
    }
  };
}

function explain(error: unknown): string {
  if (error instanceof NoLocation) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return `this machine cannot create a file that exists only in memory (${code})`;
}
