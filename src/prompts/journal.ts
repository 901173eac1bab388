import { InvalidInput } from "../shared/errors.ts";
import { shellWord } from "../shared/shell-word.ts";
import { readJsonFile, writeJsonFile } from "../shared/json-file.ts";

export interface JournalHeader {
  /** Which flow: "setup", "rotate". */
  readonly flow: string;
  /** Of the flow's questions. Another version keeps the finished steps and asks again. */
  readonly version: number;
  readonly host: string;
  /** What it is about: the control repository's full name. */
  readonly subject: string;
}

export interface RecordedAnswer {
  readonly id: string;
  readonly value: unknown;
  /** The other questions, by their ids, whose answers came to this one. */
  readonly standsFor?: readonly string[];
}

/** The ids of the questions that these answers are to, or stand for. */
export function listAnswered(answers: readonly RecordedAnswer[]): string[] {
  return answers.flatMap(({ id, standsFor = [] }) => [id, ...standsFor]);
}

/**
 * What a flow remembers between runs: answers, by position, and the results of finished steps, by id.
 * It is a hint, the forge is the truth; and it never holds a secret.
 */
export interface Journal {
  readonly header: JournalHeader;
  answers(): readonly RecordedAnswer[];
  setAnswers(answers: readonly RecordedAnswer[]): Promise<void>;
  /** The result of a finished step, or undefined. Results are JSON. */
  step(id: string): unknown;
  /** Every finished step, for reports on what exists. */
  steps(): ReadonlyMap<string, unknown>;
  finishStep(id: string, result: unknown): Promise<void>;
  forgetStep(id: string): Promise<void>;
  /** Whether the disk has what this tells. A write that fails is not taken back: what was done is known all the same. */
  isSaved(): boolean;
  /** Writes what an earlier write could not. */
  save(): Promise<void>;
}

/** All that a journal keeps. */
export interface JournalFile {
  readonly header: JournalHeader;
  readonly answers: readonly RecordedAnswer[];
  readonly steps: Readonly<Record<string, unknown>>;
}

/**
 * Opens the journal in a file, or starts a new one there with the first write.
 * @throws InvalidInput when the file holds something else, or the journal of another flow
 */
export async function openJournal(path: string, header: JournalHeader): Promise<Journal> {
  const found = await readJsonFile(path);
  const file =
    found === undefined ? { header, answers: [], steps: {} } : check(found, header, path);
  return createJournal(file, (content) => writeJsonFile(path, content));
}

/** A journal that begins with what is given, and hands all of it to `save` at each change. */
export function createJournal(
  file: JournalFile,
  save: (file: JournalFile) => Promise<void>,
): Journal {
  const { header } = file;
  let answers = file.answers;
  const steps = new Map(Object.entries(file.steps));
  let isSaved = true;
  const write = async () => {
    isSaved = false;
    await save({ header, answers, steps: Object.fromEntries(steps) });
    isSaved = true;
  };
  return {
    header,
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

function check(found: unknown, header: JournalHeader, path: string): JournalFile {
  const file = found as Partial<JournalFile> | null;
  const has = file?.header;
  const isOurs =
    has?.flow === header.flow &&
    has.host === header.host &&
    isSameName(has.subject, header.subject);
  const { answers, steps } = file ?? {};
  const isWhole = Array.isArray(answers) && typeof steps === "object" && steps !== null;
  if (!isOurs || !isWhole) {
    throw new InvalidInput(`${path} is not the journal of ${header.flow} for ${header.subject}.`, [
      {
        say: "Move it away; gatehouse finds on the forge what was done",
        command: `mv ${shellWord(path)} ${shellWord(`${path}.old`)}`,
      },
    ]);
  }
  return {
    header,
    answers: has.version === header.version ? answers : [],
    steps,
  };
}

/** The forge does not tell the cases of names apart. */
function isSameName(one: unknown, other: string): boolean {
  return typeof one === "string" && one.toLowerCase() === other.toLowerCase();
}
