import { lstatSync } from "node:fs";
import { join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { UserError } from "../../shared/errors.ts";
import type { User } from "../../shared/invoking-user.ts";
import { requireOwnFolder } from "../../shared/own-folder.ts";
import { makeStampedFolder } from "../../shared/stamped-folder.ts";
import type { LogEntry } from "./log-entry.ts";
import { LogFile } from "./log-file.ts";
import { logLines } from "./log-lines.ts";
import { makeFolder } from "../../shared/make-folder.ts";

export const accessLogName = "access.log";
export const decisionsName = "decisions.jsonl";

/** What default folders of logs are called before their time, and where they are; the specification names both. */
export const logsKind = "proxy-logs";
export const logsParent = "/tmp";

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

export interface LogOptions {
  /** A folder of the user's choice, which may hold an earlier run's log. */
  readonly folder?: string | undefined;
  /** The person behind sudo: the log is theirs. */
  readonly owner?: User | undefined;
  /** With `debug` queries are shown with their values, but never a credential. Every decision is written at each level. */
  readonly level?: string | undefined;
  /** Where a folder of its own is made. */
  readonly parent?: string;
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
 */
export function openLog(now: Date, options: LogOptions): Log {
  const { folder, owner, problem } = openFolder(now, options);
  if (problem !== undefined) return lostLog({ folder, problem, onLoss: options.onLoss });
  const shown = options.level === "debug" ? "values" : "names";
  const access = new LogFile(join(folder, accessLogName), owner);
  const decisions = new LogFile(join(folder, decisionsName), owner);
  const files = [access, decisions];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const file of files) void file.flush();
  };
  const tell = () => tellLoss(files, options.onLoss);
  const atExit = () => {
    for (const file of files) file.flushNow();
    tell();
  };
  process.once("exit", atExit);
  const close = once(async () => {
    process.off("exit", atExit);
    clearTimeout(timer);
    await withPatience(files);
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

interface Opened {
  /** Where it is, or would be. */
  readonly folder: string;
  readonly owner: User | undefined;
  readonly problem: string | undefined;
}

function openFolder(now: Date, options: LogOptions): Opened {
  const { folder, parent = logsParent } = options;
  let told: Opened = {
    owner: options.owner,
    folder: folder ?? join(parent, logsKind),
    problem: undefined,
  };
  try {
    const owner = options.owner ?? (folder === undefined ? undefined : ownerFor(folder));
    told = { ...told, owner };
    if (folder !== undefined) makeOwnFolder(folder, owner);
    else return { ...told, folder: makeStampedFolder(logsKind, now, { parent, owner }).path };
    return told;
  } catch (error) {
    if (error instanceof UserError) throw error;
    return { ...told, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Looked at before, for what is there, and after, for what somebody else has made meanwhile. */
function makeOwnFolder(folder: string, owner: User | undefined): void {
  const rules = { user: owner?.uid, others: "reading", elsewhere: "--proxy-logs-dir" } as const;
  requireOwnFolder(folder, rules);
  asUser(owner, () => makeFolder(folder, 0o700));
  requireOwnFolder(folder, rules);
}

/** Root, as it is in a container of a pipeline, writes into somebody's folder with no more rights than theirs. */
function ownerFor(folder: string): User | undefined {
  const isRoot = process.geteuid?.() === 0;
  const found = isRoot ? lstatSync(folder, { throwIfNoEntry: false }) : undefined;
  return found?.isDirectory() && found.uid !== 0 ? found : undefined;
}

async function withPatience(files: readonly LogFile[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMilliseconds);
  });
  await Promise.race([Promise.all(files.map((file) => file.close())), patience]);
  clearTimeout(timer);
  for (const file of files) file.abandon("the disk does not answer");
}

function tellLoss(files: readonly LogFile[], onLoss: LogOptions["onLoss"]): void {
  const [worst] = files.toSorted((one, other) => other.lost - one.lost);
  if (worst && worst.lost > 0) onLoss({ lines: worst.lost, because: worst.because ?? "unknown" });
}
