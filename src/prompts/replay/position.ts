import { InvalidInput } from "../../shared/errors.ts";
import { findCredentials } from "../../shared/redact.ts";
import { listAnswered } from "../journal.ts";
import type { Journal, RecordedAnswer } from "../journal.ts";
import type { Question, Situation } from "../prompter.ts";

/** The position of a replay in the list of recorded answers. */
export interface Position {
  readonly situation: () => Situation;
  /**
   * Returns the next recorded answer if it belongs to this question and is valid; otherwise
   * undefined.
   */
  next<T>(
    question: Question,
    fits: (value: unknown) => value is T,
  ): { value: T; isKept: boolean } | undefined;
  /**
   * Records an answer at this position and drops later answers. @throws InvalidInput if it contains
   * a credential
   */
  record(answer: RecordedAnswer): Promise<void>;
  /**
   * Prevents Back from going back past this position: creating an App cannot be undone, so earlier
   * answers must stay.
   */
  wall(): void;
  /** @returns the dropped answers, which become the initial values of their questions */
  dropLastAnswer(): Promise<readonly RecordedAnswer[]>;
  /** Discards all answers after the last completed step. */
  dropAnswers(): Promise<readonly RecordedAnswer[]>;
  /**
   * Discards answers, starting at the first of these questions. Without IDs, discards the answers
   * to later questions.
   */
  forgetAnswers(from: readonly string[]): Promise<void>;
  /**
   * Replaces all earlier answers with one answer, and prevents Back from going back past this
   * answer.
   */
  complete(answer: Pick<RecordedAnswer, "id" | "value">): Promise<void>;
}

/** @param given answers from this run, as opposed to answers restored from earlier runs */
export function createPosition(journal: Journal, given: WeakSet<RecordedAnswer>): Position {
  let position = 0;
  let barrier = 0;
  let isKept = false;
  const drop = async (from: number) => {
    const answers = journal.answers();
    await journal.setAnswers(answers.slice(0, from));
    return answers.slice(from);
  };
  return {
    situation: () => ({ canGoBack: position > barrier, canAskAgain: isKept && position > barrier }),
    next: (question, fits) => {
      const recorded = journal.answers()[position];
      if (recorded?.id !== question.id || !fits(recorded.value)) return undefined;
      position += 1;
      isKept ||= !given.has(recorded);
      // An answer that replaced earlier answers cannot be changed in this run or its replays. A
      // later run can change it.
      if (recorded.replaces && given.has(recorded)) barrier = position;
      return { value: recorded.value, isKept: !given.has(recorded) };
    },
    record: async (answer) => {
      refuseCredential(answer);
      given.add(answer);
      await journal.setAnswers([...journal.answers().slice(0, position), answer]);
      position += 1;
    },
    wall: () => {
      barrier = position;
      isKept = false;
    },
    dropAnswers: () => drop(barrier),
    dropLastAnswer: () => drop(Math.max(barrier, position - 1)),
    forgetAnswers: async (from) => {
      const answers = journal.answers();
      const first = from.length === 0 ? position : answers.findIndex(({ id }) => from.includes(id));
      if (first < 0 || first >= answers.length) return;
      const kept = Math.max(barrier, first);
      await journal.setAnswers(answers.slice(0, kept));
      // New answers are recorded starting at the position of the first discarded answer.
      position = Math.min(position, kept);
    },
    complete: async ({ id, value }) => {
      refuseCredential({ id, value });
      const answers = journal.answers();
      const others = new Set(listAnswered(answers.slice(0, position)));
      others.delete(id);
      const settled = { id, value, replaces: [...others] };
      given.add(settled);
      await journal.setAnswers([settled, ...answers.slice(position)]);
      position = 1;
      barrier = 1;
      isKept = false;
    },
  };
}

/** Rejects a key or token in an ordinary answer, because the journal is stored on disk. */
function refuseCredential({ id, value }: RecordedAnswer): void {
  const texts = [value].flat().filter((each) => typeof each === "string");
  if (texts.every((text) => findCredentials(text).length === 0)) return;
  throw new InvalidInput(
    `The answer to "${id}" was not recorded because it contains a key or token.`,
    [{ text: "Run the command again, and enter keys and tokens only in hidden fields" }],
  );
}
