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

/** Where the session CA's key can be looked at by its owner, and how it is taken away. */
export interface KeyPlace {
  /** `link`: a link to a file without a name in memory. `memory`: nowhere but in this process. */
  readonly kind: "link" | "memory";
  /** Why it is nowhere else; said to the person. */
  readonly because?: string;
  /** Takes the link and the file away; the end of the process alone takes the file away, too. */
  end(): void;
}

/** File systems that are memory: tmpfs and ramfs. @see statfs(2) */
const memoryFileSystems: readonly number[] = [0x01021994, 0x858458f6];

interface Machine {
  /** A folder of files that are only in memory. */
  readonly sharedMemory?: string;
}

/**
 * Puts a key where the specification has its file, and never on a disk: the path is a link to an open file of this
 * process which has lost its name before anything was written to it. However the process ends, the key is gone.
 * Never throws: where there is no such place, the key stays in memory.
 * @param link the path of the key, in a folder of the user's own
 */
export function placeKey(key: KeyObject, link: string, machine: Machine = {}): KeyPlace {
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
    return { kind: "memory", because: explain(error), end: () => undefined };
  }
}

/** Node closes it in every process that is started from this one. */
function openNameless(folder: string): number {
  if (!memoryFileSystems.includes(statfsSync(folder).type)) {
    throw new NoPlace(`${folder} is not in memory on this machine`);
  }
  // Where another namespace's /proc is mounted, our number is that of somebody else.
  if (readlinkSync("/proc/self") !== String(process.pid)) {
    throw new NoPlace("/proc does not show this process by its number");
  }
  const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;
  const path = join(folder, `gatehouse-${randomBytes(12).toString("hex")}`);
  const file = openSync(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600);
  unlinkSync(path);
  return file;
}

class NoPlace extends Error {}

function writeKey(file: number, key: KeyObject): void {
  // A umask may have taken some of it away.
  fchmodSync(file, 0o600);
  const pem = Buffer.from(key.export({ type: "pkcs8", format: "pem" }));
  for (let done = 0; done < pem.length; done += writeSync(file, pem, done)) continue;
  pem.fill(0);
}

function endOnce(place: { file: number; link: string; target: string }): () => void {
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(place.file);
    try {
      if (readlinkSync(place.link) === place.target) unlinkSync(place.link);
    } catch {
      // Best effort: the session's folder is gone already, and the link led nowhere since the line above.
    }
  };
}

function explain(error: unknown): string {
  if (error instanceof NoPlace) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return `this machine has no file that is only in memory (${code})`;
}
