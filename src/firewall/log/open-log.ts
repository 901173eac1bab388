import { closeSync } from "node:fs";
import { join } from "node:path";
import { bodyLine } from "./body-line.ts";
import type { LogEntry } from "./logged-decision.ts";
import { LogFile } from "./log-file.ts";
import { openLogFolder } from "./log-folder.ts";
import type { LogFolderOptions } from "./log-folder.ts";
import { logLines } from "./log-lines.ts";

export const accessLogName = "access.log";
export const decisionsName = "decisions.jsonl";
export const bodiesName = "bodies.jsonl";

/** Number of lines missing from the log, and the reason. */
export interface LogLoss {
  readonly lines: number;
  readonly reason: string;
}

/** The log of decisions. Its functions never throw or reject. */
export interface Log {
  readonly folder: string;
  /** Reason why the log could not be opened; undefined if it could. */
  readonly problem: string | undefined;
  write(entry: LogEntry): void;
  /** Writes pending lines, and reports lost lines. */
  close(): Promise<void>;
}

export interface LogOptions extends LogFolderOptions {
  /**
   * Log level. `debug` shows query values, but never a credential. All levels log every decision.
   */
  readonly level?: string | undefined;
  /** Whether to log the bodies that entries contain, in a separate file. */
  readonly hasBodies?: boolean;
  /** Called once at the end if lines are missing from the log. */
  readonly onLoss: (loss: LogLoss) => void;
}

/** Time in ms for which lines are collected, so that they can be written together. */
const gatherMilliseconds = 50;
/** Number of pending characters above which lines are written immediately. */
const enough = 64 * 1024;
/** Maximum time in ms that closing the log waits for a slow disk. */
const patienceMilliseconds = 2000;

/**
 * Opens the two log files in a directory that no other user can write to. If writes to the disk
 * fail, the run continues and the loss is reported.
 * @throws InvalidInput, Planted if the directory does not belong to this user, or the path of a log
 *   file is not a regular file
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
  const bodies = options.hasBodies ? openFile(bodiesName) : undefined;
  const files = [access, decisions, ...(bodies ? [bodies] : [])];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const file of files) void file.flush();
  };
  const report = () => reportLoss(files, options.onLoss);
  const atExit = () => {
    for (const file of files) file.flushNow();
    report();
  };
  process.once("exit", atExit);
  const close = once(async () => {
    process.off("exit", atExit);
    clearTimeout(timer);
    // Pending writes still use the directory's descriptor. After it is closed, the same number
    // could refer to another directory.
    await withPatience(files, () => closeSync(directory));
    report();
  });
  return {
    folder,
    problem: decisions.reason ?? access.reason ?? bodies?.reason,
    write: (entry) => {
      const lines = logLines(entry, shown);
      access.add(lines.access);
      decisions.add(lines.decision);
      if (bodies && entry.bodies)
        bodies.add(bodyLine({ ...entry, bodies: entry.bodies }, shown) ?? "");
      if (files.some(({ waitingLength }) => waitingLength > enough)) flush();
      else timer ??= setTimeout(flush, gatherMilliseconds).unref();
    },
    close,
  };
}

/** Creates a log that only counts lines, because they cannot be written. */
function lostLog(given: { folder: string; problem: string; onLoss: LogOptions["onLoss"] }): Log {
  const { folder, problem, onLoss } = given;
  let lines = 0;
  const report = () => {
    if (lines > 0) onLoss({ lines, reason: problem });
  };
  process.once("exit", report);
  const close = once(() => {
    process.off("exit", report);
    report();
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
  for (const file of files) file.abandon("the disk does not respond");
}

function reportLoss(files: readonly LogFile[], onLoss: LogOptions["onLoss"]): void {
  const [worst] = files.toSorted((one, other) => other.lost - one.lost);
  if (worst && worst.lost > 0) onLoss({ lines: worst.lost, reason: worst.reason ?? "unknown" });
}
