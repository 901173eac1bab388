import { InvalidInput } from "../shared/errors.ts";
import { shellWord } from "../shared/shell-word.ts";
import { readJsonFile, writeJsonFile } from "../shared/json-file.ts";

export interface JournalHeader {
  /** Name of the flow: "setup", "rotate". */
  readonly flow: string;
  /**
   * Version of the flow's questions and steps. Answers from another version are not reused. Steps
   * are reused, because they show which resources may exist. Each step is validated when it is
   * read.
   */
  readonly version: number;
  /**
   * Name of the command that asks the questions, if several commands share the flow's journal
   * (default: the flow). Of the answers to another command, only those that replaced the answers
   * about completed work are reused. Steps are reused.
   */
  readonly command?: string;
  readonly host: string;
  /** Full name of the control repository. */
  readonly subject: string;
}

export interface RecordedAnswer {
  readonly id: string;
  readonly value: unknown;
  /** IDs of the other questions whose answers this answer replaces. */
  readonly replaces?: readonly string[];
}

/** Returns the IDs of the questions that were answered or replaced by these answers. */
export function listAnswered(answers: readonly RecordedAnswer[]): string[] {
  return answers.flatMap(({ id, replaces = [] }) => [id, ...replaces]);
}

/**
 * State that a flow keeps between runs: answers by position, and results of completed steps by ID.
 * The journal is only a hint; the forge is the source of truth. It never contains secrets.
 */
export interface Journal {
  readonly header: JournalHeader;
  /**
   * Path of a copy that was made before the first write, if another version wrote the journal;
   * otherwise undefined.
   */
  readonly olderCopy: string | undefined;
  answers(): readonly RecordedAnswer[];
  setAnswers(answers: readonly RecordedAnswer[]): Promise<void>;
  /** Returns the result of a completed step as JSON, or undefined if it is not completed. */
  step(id: string): unknown;
  /** Returns all completed steps, so that reports can list existing resources. */
  steps(): ReadonlyMap<string, unknown>;
  finishStep(id: string, result: unknown): Promise<void>;
  forgetStep(id: string): Promise<void>;
  /**
   * Returns whether the current state is saved to disk. After a failed write, the state in memory
   * is still valid.
   */
  isSaved(): boolean;
  /** Retries a failed write. */
  save(): Promise<void>;
}

/** Contents of a journal file. */
export interface JournalFile {
  readonly header: JournalHeader;
  readonly answers: readonly RecordedAnswer[];
  readonly steps: Readonly<Record<string, unknown>>;
}

/**
 * Opens a journal file, or creates it on the first write. A journal of another version is kept
 * beside it as `<name>.v<version>.json`.
 * @throws InvalidInput if the file is not a journal or belongs to another flow
 */
export async function openJournal(path: string, header: JournalHeader): Promise<Journal> {
  const found = await readJsonFile(path);
  const save = (content: JournalFile) => writeJsonFile(path, content);
  if (found === undefined) return createJournal(empty(header), { save });
  const file = check(found, header, path);
  const { version } = file.header;
  if (version === header.version) {
    const isSameCommand = commandOf(file.header) === commandOf(header);
    const answers = file.answers.filter(({ replaces }) => isSameCommand || replaces !== undefined);
    return createJournal({ ...file, header, answers }, { save });
  }
  const copy = `${path.replace(/\.json$/, "")}.v${version}.json`;
  let isCopied = false;
  return createJournal(
    { ...file, header, answers: [] },
    {
      olderCopy: copy,
      save: async (content) => {
        if (!isCopied) await writeJsonFile(copy, found);
        isCopied = true;
        await save(content);
      },
    },
  );
}

/**
 * Opens a journal only for its steps, which other commands record too. The file keeps its header
 * and its answers, so that its own command can still restore them.
 * @throws InvalidInput if the file is not a journal or belongs to another flow
 */
export async function openSteps(path: string, header: JournalHeader): Promise<Journal> {
  const found = await readJsonFile(path);
  const file = found === undefined ? empty(header) : check(found, header, path);
  return createJournal(file, { save: (content) => writeJsonFile(path, content) });
}

/**
 * Creates a journal with the given contents. After each change, the complete contents are passed to
 * `save`.
 */
export function createJournal(
  file: JournalFile,
  {
    save,
    olderCopy,
  }: { readonly save: (file: JournalFile) => Promise<void>; readonly olderCopy?: string },
): Journal {
  const { header } = file;
  let answers = file.answers;
  const steps = new Map(Object.entries(file.steps));
  let isSaved = olderCopy === undefined;
  const write = async () => {
    isSaved = false;
    await save({ header, answers, steps: Object.fromEntries(steps) });
    isSaved = true;
  };
  return {
    header,
    olderCopy,
    answers: () => answers,
    setAnswers: (next) => {
      answers = next;
      return write();
    },
    step: (id) => steps.get(id),
    steps: () => steps,
    finishStep: (id, result) => {
      steps.set(id, result);
      return write();
    },
    forgetStep: (id) => {
      steps.delete(id);
      return write();
    },
    isSaved: () => isSaved,
    save: () => (isSaved ? Promise.resolve() : write()),
  };
}

function empty(header: JournalHeader): JournalFile {
  return { header, answers: [], steps: {} };
}

function commandOf({ command, flow }: JournalHeader): string {
  return command ?? flow;
}

function check(found: unknown, header: JournalHeader, path: string): JournalFile {
  const file = found as Partial<JournalFile> | null;
  const has = file?.header;
  const isOurs =
    has?.flow === header.flow &&
    has.host === header.host &&
    isSameName(has.subject, header.subject) &&
    Number.isSafeInteger(has.version);
  const { answers, steps } = file ?? {};
  const isComplete = Array.isArray(answers) && typeof steps === "object" && steps !== null;
  if (!isOurs || !isComplete) {
    throw new InvalidInput(`${path} is not the ${header.flow} journal for ${header.subject}.`, [
      {
        text: "Rename the file and run the command again; gatehouse detects existing resources",
        command: `mv ${shellWord(path)} ${shellWord(`${path}.old`)}`,
      },
    ]);
  }
  return { header: has, answers, steps };
}

/** Compares names case-insensitively, as the forge does. */
function isSameName(one: unknown, other: string): boolean {
  return typeof one === "string" && one.toLowerCase() === other.toLowerCase();
}
