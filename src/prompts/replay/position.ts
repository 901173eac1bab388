import { InvalidInput } from "../../shared/errors.ts";
import { findCredentials } from "../../shared/redact.ts";
import { listAnswered } from "../journal.ts";
import type { Journal, RecordedAnswer } from "../journal.ts";
import type { Question, Situation } from "../prompter.ts";

/** Where a replay is among the recorded answers. */
export interface Position {
  readonly situation: () => Situation;
  /** The next recorded answer, where it is to this question and fits it. */
  take<T>(
    question: Question,
    fits: (value: unknown) => value is T,
  ): { value: T; isKept: boolean } | undefined;
  /** Records an answer here; those that came after it are dropped. @throws InvalidInput when it holds a credential */
  record(answer: RecordedAnswer): Promise<void>;
  /** Puts a wall here: nothing un-creates an App, so no answer before it can be taken back. */
  wall(): void;
  /** @returns the answers that are dropped: their questions begin with them when they are asked again */
  dropLastAnswer(): Promise<readonly RecordedAnswer[]>;
  /** Forgets every answer that nothing was made of. */
  dropAnswers(): Promise<readonly RecordedAnswer[]>;
  /** Forgets answers from the first of these questions on, or without one those to come. */
  forgetAnswers(from: readonly string[]): Promise<void>;
  /** Puts one answer in the place of all before here, with a wall after it. */
  complete(answer: Pick<RecordedAnswer, "id" | "value">): Promise<void>;
}

/** @param given answers that this run was given, as against those that it found */
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
    take: (question, fits) => {
      const recorded = journal.answers()[position];
      if (recorded?.id !== question.id || !fits(recorded.value)) return undefined;
      position += 1;
      isKept ||= !given.has(recorded);
      // What was settled in this run stays so in its replays; another run may change it.
      if (recorded.standsFor && given.has(recorded)) barrier = position;
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
      // What the flow goes on to ask stands where the forgotten ones did.
      position = Math.min(position, kept);
    },
    complete: async ({ id, value }) => {
      refuseCredential({ id, value });
      const answers = journal.answers();
      const others = new Set(listAnswered(answers.slice(0, position)));
      others.delete(id);
      const settled = { id, value, standsFor: [...others] };
      given.add(settled);
      await journal.setAnswers([settled, ...answers.slice(position)]);
      position = 1;
      barrier = 1;
      isKept = false;
    },
  };
}

/** The journal lies on the disk: a key or a token that was typed as a plain answer must not get there. */
function refuseCredential({ id, value }: RecordedAnswer): void {
  const texts = [value].flat().filter((each) => typeof each === "string");
  if (texts.every((text) => findCredentials(text).length === 0)) return;
  throw new InvalidInput(`The answer to "${id}" has a key or a token in it. It was not recorded.`, [
    { say: "Run the same command again, and give keys and tokens only where they are not shown" },
  ]);
}
