import { close, constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import { asUser } from "../../shared/as-user.ts";
import type { User } from "../../shared/invoking-user.ts";
import { Planted } from "../../shared/read-own-file.ts";

const writeTo = promisify(write);
const closeFile = promisify(close);

/** Maximum number of characters that can be queued for a slow disk. */
const mostWaiting = 4 * 1024 * 1024;

const lineBreak = 0x0a;

export interface LogLocation {
  /**
   * Descriptor of the directory. Used instead of a path, because a path can resolve to a different
   * directory each time.
   */
  readonly directory: number;
  readonly name: string;
  /** Path of the file, for error messages. */
  readonly path: string;
  readonly owner: User | undefined;
}

/** Collects lines for a file and writes them in batches. Only the constructor throws. */
export class LogFile {
  readonly #location: LogLocation;
  /** Number of lines that could not be written. */
  lost = 0;
  /** Code of the last error; undefined if no error occurred. */
  reason: string | undefined;
  #file: number | undefined;
  #waiting: string[] = [];
  #waitingLength = 0;
  #writing: Promise<void> | undefined;
  /** True if the last line in the file is incomplete. */
  #isCut = false;

  /** @throws Planted if the path is not a regular file that belongs to this user */
  constructor(location: LogLocation) {
    this.#location = location;
    this.#open();
  }

  /** Number of pending characters. */
  get waitingLength(): number {
    return this.#waitingLength;
  }

  /** Adds a line to the queue. The line must include its line break. */
  add(line: string): void {
    if (this.#waitingLength + line.length > mostWaiting) {
      this.#lose(1, "the disk is too slow");
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
  }

  /** Writes pending lines. Also waits for a write that is still running. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /**
   * Writes pending lines synchronously when the process exits. A write that is still running
   * completes on its own.
   */
  flushNow(): void {
    this.#reopen();
    const [bytes, file] = [this.#take(), this.#file];
    let done = 0;
    try {
      if (file === undefined) throw new Error(this.reason);
      while (done < bytes.length) done += writeSync(file, bytes, done);
    } catch (error) {
      this.#fail(bytes, done, error);
    }
  }

  async close(): Promise<void> {
    await this.flush();
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) await closeFile(file).catch(() => undefined);
  }

  /** Drops pending lines. */
  abandon(reason: string): void {
    this.#lose(this.#waiting.length, reason);
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#reopen();
      const [bytes, file] = [this.#take(), this.#file];
      let done = 0;
      try {
        if (file === undefined) throw new Error(this.reason);
        while (done < bytes.length) done += (await writeTo(file, bytes, done)).bytesWritten;
      } catch (error) {
        this.#fail(bytes, done, error);
      }
    }
  }

  #take(): Buffer {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#waitingLength = 0;
    if (!this.#isCut) return Buffer.from(text);
    this.#isCut = false;
    return Buffer.from(`\n${text}`);
  }

  #fail(bytes: Buffer, done: number, error: unknown): void {
    // If nothing was written, not even the line break that ends an incomplete line, that line is
    // still incomplete.
    const isStillCut = done === 0 && bytes[0] === lineBreak;
    this.#isCut = isStillCut || (done > 0 && bytes[done - 1] !== lineBreak);
    this.#lose(countLines(bytes.subarray(isStillCut ? 1 : done)), codeOf(error));
  }

  #lose(lines: number, reason: string): void {
    if (lines > 0) this.reason = reason;
    this.lost += lines;
  }

  /**
   * Opens the file again if it was deleted, or if it could not be created because there was no
   * space.
   */
  #reopen(): void {
    if (this.#file !== undefined) {
      if (fstatSync(this.#file).nlink > 0) return;
      close(this.#file, () => undefined);
      this.#file = undefined;
    }
    try {
      this.#open();
    } catch (error) {
      this.reason = codeOf(error);
    }
  }

  #open(): void {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const { directory, name, path, owner } = this.#location;
    const entry = `/proc/self/fd/${directory}/${name}`;
    try {
      this.#file = asUser(owner, () => openSync(entry, flags, 0o600));
    } catch (error) {
      // The path is a link, a directory, or a pipe without a reader.
      if (["ELOOP", "ENXIO", "EISDIR"].includes(codeOf(error))) throw new Planted(path);
      this.reason = codeOf(error);
      return;
    }
    const found = fstatSync(this.#file);
    const user = owner?.uid ?? process.geteuid?.() ?? found.uid;
    if (found.isFile() && found.uid === user && found.nlink === 1) return;
    close(this.#file, () => undefined);
    this.#file = undefined;
    throw new Planted(path);
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; (at = bytes.indexOf(lineBreak, at) + 1) > 0;) count += 1;
  return count;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
