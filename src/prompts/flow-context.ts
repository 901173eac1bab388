import type { StepKey } from "../shared/step-key.ts";
import type { RecordedAnswer } from "./journal.ts";
import type { Ask, Mark } from "./prompter.ts";
import type { SecretVault } from "./secret-vault.ts";

/**
 * The functions that a flow receives: a plain object of arrow functions, because flows destructure
 * it.
 */
export interface FlowContext {
  readonly ask: Ask;
  /**
   * Performs a permanent action only once. A completed step is identified by its key, and only
   * `reset` discards the step. The result is JSON without secrets.
   */
  readonly step: <T>(key: StepKey<T>, run: () => Promise<T>) => Promise<T>;
  /** Records a fact as the result of a completed step. Replaces any earlier result. */
  readonly record: <T>(key: StepKey<T>, value: T) => Promise<T>;
  /** Stores a value in the journal without completing a step, so the operator can still go back. */
  readonly recordValue: <T>(key: StepKey<T>, value: T) => Promise<void>;
  /**
   * Returns the result of a completed step without performing it. Undefined if the step is not
   * completed.
   */
  readonly restore: <T>(key: StepKey<T>) => T | undefined;
  /** Reads data once per run. After Back and in replays, the same data is returned. */
  readonly read: <T>(id: string, read: () => Promise<T>) => Promise<T>;
  /**
   * Discards a completed step, or data that `read` returned for an ID, so that the step is
   * performed again or the data is read again.
   */
  readonly reset: (what: StepKey<unknown> | string) => Promise<void>;
  /**
   * Prevents Back from going back past this point, because gatehouse found work that an earlier run
   * or another machine completed.
   */
  readonly barBack: () => void;
  /**
   * Discards recorded answers that are no longer valid, starting at the first of these questions.
   * Without IDs, discards the answers to all questions that follow. Answers before a completed step
   * are kept.
   */
  readonly discardAnswer: (...from: readonly string[]) => Promise<void>;
  /**
   * Replaces all answers so far with one answer, because the work that they describe is complete. A
   * later run finds that answer. The operator cannot go back beyond it.
   */
  readonly complete: (answer: Pick<RecordedAnswer, "id" | "value">) => Promise<void>;
  /** Announces the steps once they are known. The progress display is derived from them. */
  readonly outline: (names: readonly string[]) => void;
  /** Adds a row to the list of completed steps. */
  readonly mark: (mark: Mark) => void;
  readonly vault: SecretVault;
}

export type Flow<Deps, Result> = (context: FlowContext, deps: Deps) => Promise<Result>;
