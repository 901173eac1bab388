import type { RecordedAnswer } from "../journal.ts";
import type { Failure } from "../prompter.ts";

/**
 * A decision about a situation in which nothing failed. It counts for the replays of this run, but
 * it is not journaled, because a later run may find another situation.
 */
export interface Decision {
  readonly id: string;
  readonly message: string;
  readonly value: string;
  /** The last answer before the decision; undefined if there was none. */
  readonly after: RecordedAnswer | undefined;
  /** Whether a completed step followed, so that the operator cannot return to the decision. */
  isPassed: boolean;
}

/** The position of a replay in the list of decisions. */
export interface Decisions {
  /** Returns the recorded decision about the same situation; undefined if there is none. */
  next<V extends string>(failure: Failure<V>): V | undefined;
  record(failure: Failure, value: string, after: RecordedAnswer | undefined): void;
  /** Whether the operator can return to a decision, because no answer or step followed it. */
  canGoBack(): boolean;
  /** An answer followed the decisions so far. */
  answerFollows(): void;
  /** A completed step followed the decisions so far. */
  stepFollows(): void;
  /** Drops the decision that the operator returns to. @returns whether there was one */
  dropLast(): boolean;
  /** Drops the decisions that depend on dropped answers. */
  keepAfter(answers: readonly RecordedAnswer[]): void;
  /** Drops all decisions after the last completed step. */
  dropOpen(): void;
}

/** @param all the decisions of this run, shared by all its replays */
export function createDecisions(all: Decision[]): Decisions {
  const used = new Set<Decision>();
  let recent: Decision[] = [];
  const retain = (isKept: (decision: Decision) => boolean) =>
    void all.splice(0, all.length, ...all.filter(isKept));
  const reach = (decision: Decision) => {
    used.add(decision);
    recent.push(decision);
  };
  return {
    next: <V extends string>({ id, error, options }: Failure<V>) => {
      const found = all.find(
        (one) => !used.has(one) && one.id === id && one.message === error.message,
      );
      const option = options.find(({ value }) => value === found?.value);
      if (!found || !option) return undefined;
      reach(found);
      return option.value;
    },
    record: ({ id, error }, value, after) => {
      const decision = { id, message: error.message, value, after, isPassed: false };
      all.push(decision);
      reach(decision);
    },
    canGoBack: () => recent.length > 0,
    answerFollows: () => {
      recent = [];
    },
    stepFollows: () => {
      recent = [];
      for (const decision of used) decision.isPassed = true;
    },
    dropLast: () => {
      const last = recent.at(-1);
      retain((one) => one !== last);
      return last !== undefined;
    },
    keepAfter: (answers) => retain(({ after }) => after === undefined || answers.includes(after)),
    dropOpen: () => retain(({ isPassed }) => isPassed),
  };
}
