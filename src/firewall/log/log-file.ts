import { close, constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import { asUser } from "../../shared/as-user.ts";
import type { User } from "../../shared/invoking-user.ts";
import { Planted } from "../../shared/read-own-file.ts";

const writeTo = promisify(write);
const closeFile = promisify(close);

/** More than this waits for no slow disk. */
const mostWaiting = 4 * 1024 * 1024;

const lineBreak = 0x0a;

/** Where a log file is. */
export interface LogPlace {
  /** Descriptor of the directory: a path could point elsewhere each time that it is opened. */
  readonly directory: number;
  readonly name: string;
  /** How an error names the file. */
  readonly path: string;
  readonly owner: User | undefined;
}

/** Lines for a file, put together until somebody writes them. Nothing but its opening throws. */
export class LogFile {
  readonly #place: LogPlace;
  /** How many lines could not be written. */
  lost = 0;
  /** Why the last of them could not: the system's code. */
  because: string | undefined;
  #file: number | undefined;
  #waiting: string[] = [];
  #waitingLength = 0;
  #writing: Promise<void> | undefined;
  /** The file ends within a line. */
  #isCut = false;

  /** @throws Planted where something else is in its place */
  constructor(place: LogPlace) {
    this.#place = place;
    this.#open();
  }

  /** How many characters wait. */
  get waitingLength(): number {
    return this.#waitingLength;
  }

  /** Keeps a line, which ends with its break. */
  add(line: string): void {
    if (this.#waitingLength + line.length > mostWaiting) {
      this.#lose(1, "the disk is too slow");
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
  }

  /** Writes what waits, after what is being written. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** The same at once, for the end of a process. What is being written ends by itself. */
  flushNow(): void {
    this.#reopen();
    const [bytes, file] = [this.#take(), this.#file];
    let done = 0;
    try {
      if (file === undefined) throw new Error(this.because);
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

  /** Gives up what waits. */
  abandon(because: string): void {
    this.#lose(this.#waiting.length, because);
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#reopen();
      const [bytes, file] = [this.#take(), this.#file];
      let done = 0;
      try {
        if (file === undefined) throw new Error(this.because);
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
    // A break that only ends what was cut before ends no line of these.
    const isStillCut = done === 0 && bytes[0] === lineBreak;
    this.#isCut = isStillCut || (done > 0 && bytes[done - 1] !== lineBreak);
    this.#lose(countLines(bytes.subarray(isStillCut ? 1 : done)), codeOf(error));
  }

  #lose(lines: number, because: string): void {
    if (lines > 0) this.because = because;
    this.lost += lines;
  }

  /** Somebody may have removed the file, or there was no room for one. */
  #reopen(): void {
    if (this.#file !== undefined) {
      if (fstatSync(this.#file).nlink > 0) return;
      close(this.#file, () => undefined);
      this.#file = undefined;
    }
    try {
      this.#open();
    } catch (error) {
      this.because = codeOf(error);
    }
  }

  #open(): void {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const { directory, name, path, owner } = this.#place;
    const entry = `/proc/self/fd/${directory}/${name}`;
    try {
      this.#file = asUser(owner, () => openSync(entry, flags, 0o600));
    } catch (error) {
      // A link, or a pipe that nobody reads.
      if (["ELOOP", "ENXIO", "EISDIR"].includes(codeOf(error))) throw new Planted(path);
      this.because = codeOf(error);
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
