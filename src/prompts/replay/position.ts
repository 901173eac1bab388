import { InvalidInput } from "../../shared/errors.ts";
import { findCredentials } from "../../shared/redact.ts";
import { listAnswered } from "../journal.ts";
import type { Journal, RecordedAnswer } from "../journal.ts";
import type { Failure, Question, Situation } from "../prompter.ts";
import { createDecisions } from "./decisions.ts";
import type { Decision } from "./decisions.ts";

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
  /** Returns this run's decision about the same situation; undefined if there is none. */
  nextDecision<V extends string>(failure: Failure<V>): V | undefined;
  /** Records a decision for the replays of this run. */
  recordDecision(failure: Failure, value: string): void;
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

/** Answers of this run, shared by all its replays. */
export interface RunAnswers {
  /** Answers that the operator gave in this run, as opposed to answers from earlier runs. */
  readonly given: WeakSet<RecordedAnswer>;
  /** Answers before a step that this run completed. A replay may not ask for them any more. */
  readonly passed: WeakSet<RecordedAnswer>;
  readonly decisions: Decision[];
}

export function createPosition(
  journal: Journal,
  { given, passed, decisions: all }: RunAnswers,
): Position {
  const decisions = createDecisions(all);
  let position = 0;
  let barrier = 0;
  let isKept = false;
  const drop = async (from: number) => {
    const answers = journal.answers();
    await keep(answers.slice(0, from));
    return answers.slice(from);
  };
  const keep = async (answers: readonly RecordedAnswer[]) => {
    await journal.setAnswers(answers);
    decisions.keepAfter(answers);
  };
  /**
   * Returns the position of the next answer to this question. Skips answers before a completed step
   * if the replay does not ask for them any more.
   */
  const find = (id: string) => {
    const answers = journal.answers();
    const at = answers.findIndex(
      (answer, index) => index >= position && (answer.id === id || !passed.has(answer)),
    );
    return answers[at]?.id === id ? at : position;
  };
  return {
    situation: () => ({
      canGoBack: position > barrier || decisions.canGoBack(),
      canAskAgain: isKept && position > barrier,
    }),
    nextDecision: (failure) => decisions.next(failure),
    recordDecision: (failure, value) =>
      decisions.record(failure, value, journal.answers()[position - 1]),
    next: (question, fits) => {
      const at = find(question.id);
      const recorded = journal.answers()[at];
      if (recorded?.id !== question.id || !fits(recorded.value)) return undefined;
      position = at + 1;
      decisions.answerFollows();
      isKept ||= !given.has(recorded);
      // An answer that replaced earlier answers cannot be changed in this run or its replays. A
      // later run can change it.
      if (recorded.replaces && given.has(recorded)) barrier = position;
      return { value: recorded.value, isKept: !given.has(recorded) };
    },
    record: async (answer) => {
      refuseCredential(answer);
      given.add(answer);
      await keep([...journal.answers().slice(0, position), answer]);
      position += 1;
      decisions.answerFollows();
    },
    wall: () => {
      for (const answer of journal.answers().slice(0, position)) passed.add(answer);
      decisions.stepFollows();
      barrier = position;
      isKept = false;
    },
    dropAnswers: () => {
      decisions.dropOpen();
      return drop(barrier);
    },
    dropLastAnswer: async () => (decisions.dropLast() ? [] : drop(Math.max(barrier, position - 1))),
    forgetAnswers: async (from) => {
      const answers = journal.answers();
      const first = from.length === 0 ? position : answers.findIndex(({ id }) => from.includes(id));
      if (first < 0 || first >= answers.length) return;
      const kept = Math.max(barrier, first);
      await keep(answers.slice(0, kept));
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
