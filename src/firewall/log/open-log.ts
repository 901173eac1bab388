import { closeSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "./logged-decision.ts";
import { LogFile } from "./log-file.ts";
import { openLogFolder } from "./log-folder.ts";
import type { LogFolderOptions } from "./log-folder.ts";
import { logLines } from "./log-lines.ts";

export const accessLogName = "access.log";
export const decisionsName = "decisions.jsonl";

/** What is missing in the log, and why. */
export interface LogLoss {
  readonly lines: number;
  readonly because: string;
}

/** Where decisions go. Neither of its functions ever throws or rejects. */
export interface Log {
  readonly folder: string;
  /** Why nothing can be written at its start. */
  readonly problem: string | undefined;
  write(entry: LogEntry): void;
  /** Writes what waits, and tells what is missing. */
  close(): Promise<void>;
}

export interface LogOptions extends LogFolderOptions {
  /** With `debug` queries are shown with their values, but never a credential. Every decision is written at each level. */
  readonly level?: string | undefined;
  /** Told once, at the end, where lines are missing. */
  readonly onLoss: (loss: LogLoss) => void;
}

/** So long a line waits for others to be written with. */
const gatherMilliseconds = 50;
/** As many characters do not wait. */
const enough = 64 * 1024;
/** A disk that has not answered by then does not hold the end of a run. */
const patienceMilliseconds = 2000;

/**
 * Opens the two files of a log in a folder that nobody else can write to. Where the disk does not take it, the run goes
 * on and the loss is told.
 * @throws InvalidInput, Planted where the folder is not this user's, or something else is in a file's place
 * @throws ReplacedLogFolder
 */
export function openLog(now: Date, options: LogOptions): Log {
  const opened = openLogFolder(now, options);
  const { folder, owner } = opened;
  if ("problem" in opened) return lostLog({ ...opened, onLoss: options.onLoss });
  const { directory } = opened;
  const shown = options.level === "debug" ? "values" : "names";
  const openFile = (name: string) =>
    new LogFile({ directory, name, path: join(folder, name), owner });
  const access = openFile(accessLogName);
  const decisions = openFile(decisionsName);
  const files = [access, decisions];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const file of files) void file.flush();
  };
  const tell = () => reportLoss(files, options.onLoss);
  const atExit = () => {
    for (const file of files) file.flushNow();
    tell();
  };
  process.once("exit", atExit);
  const close = once(async () => {
    process.off("exit", atExit);
    clearTimeout(timer);
    // Only what has ended no longer needs the directory: its number could then name another one.
    await withPatience(files, () => closeSync(directory));
    tell();
  });
  return {
    folder,
    problem: decisions.because ?? access.because,
    write: (entry) => {
      const lines = logLines(entry, shown);
      access.add(lines.access);
      decisions.add(lines.decision);
      if (decisions.waitingLength > enough) flush();
      else timer ??= setTimeout(flush, gatherMilliseconds).unref();
    },
    close,
  };
}

/** Counts what it is given. */
function lostLog(given: { folder: string; problem: string; onLoss: LogOptions["onLoss"] }): Log {
  const { folder, problem, onLoss } = given;
  let lines = 0;
  const tell = () => {
    if (lines > 0) onLoss({ lines, because: problem });
  };
  process.once("exit", tell);
  const close = once(() => {
    process.off("exit", tell);
    tell();
    return Promise.resolve();
  });
  return { folder, problem, write: () => void (lines += 1), close };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

async function withPatience(files: readonly LogFile[], whenClosed: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMilliseconds);
  });
  const closed = Promise.all(files.map((file) => file.close())).then(whenClosed);
  await Promise.race([closed, patience]);
  clearTimeout(timer);
  for (const file of files) file.abandon("the disk does not answer");
}

function reportLoss(files: readonly LogFile[], onLoss: LogOptions["onLoss"]): void {
  const [worst] = files.toSorted((one, other) => other.lost - one.lost);
  if (worst && worst.lost > 0) onLoss({ lines: worst.lost, because: worst.because ?? "unknown" });
}
