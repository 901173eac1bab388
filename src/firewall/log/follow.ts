import { closeSync, fstatSync, openSync, readSync, statSync, watch } from "node:fs";
import { on } from "node:events";
import { join } from "node:path";
import { readLoggedDecision, type LoggedDecision } from "./logged-decision.ts";
import { decisionsName } from "./open-log.ts";
import { codeOf } from "../../shared/error-code.ts";

/**
 * Yields existing decisions of a log, then new ones as they are written. Stops when the signal
 * aborts or the directory is deleted. If the file is moved or truncated, reading continues with the
 * file at the same path.
 * @throws the file system's error if the directory is not found
 */
export async function* follow(
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<readonly LoggedDecision[]> {
  // The watcher starts before the first read. Otherwise, a line that is written in between could be
  // missed.
  const watcher = watch(folder);
  const tail = new Tail(join(folder, decisionsName));
  try {
    const changes = on(watcher, "change", { signal });
    yield tail.read();
    while (statSync(folder, { throwIfNoEntry: false })) {
      await changes.next();
      const decisions = tail.read();
      if (decisions.length > 0) yield decisions;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    watcher.close();
    tail.close();
  }
}

const chunkLength = 64 * 1024;
const lineBreak = 0x0a;

/** Reads lines that are appended to a file, even if the file is replaced. */
class Tail {
  readonly #path: string;
  #file: number | undefined;
  #offset = 0;
  #begun = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the decisions since the last call. */
  read(): LoggedDecision[] {
    const before = this.#readOn();
    return this.#isElsewhere() ? [...before, ...this.#readOn()] : before;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#offset = 0;
    this.#begun = Buffer.alloc(0);
  }

  /** Returns whether the path now refers to a different file. */
  #isElsewhere(): boolean {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    if (!there || this.#file === undefined) return false;
    if (fstatSync(this.#file).ino === there.ino) return false;
    this.close();
    return true;
  }

  #readOn(): LoggedDecision[] {
    const file = (this.#file ??= openIfThere(this.#path));
    if (file === undefined) return [];
    if (fstatSync(file).size < this.#offset) {
      this.#offset = 0;
      this.#begun = Buffer.alloc(0);
    }
    const chunks = [this.#begun];
    for (;;) {
      const chunk = Buffer.alloc(chunkLength);
      const length = readSync(file, chunk, 0, chunkLength, this.#offset);
      if (length === 0) break;
      this.#offset += length;
      chunks.push(chunk.subarray(0, length));
    }
    const all = Buffer.concat(chunks);
    const end = all.lastIndexOf(lineBreak) + 1;
    this.#begun = all.subarray(end);
    return all
      .toString("utf8", 0, end)
      .split("\n")
      .flatMap((line) => readLoggedDecision(line) ?? []);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
