import type { StepKey } from "../shared/step-key.ts";
import type { RecordedAnswer } from "./journal.ts";
import type { Ask, Mark } from "./prompter.ts";
import type { SecretVault } from "./secret-vault.ts";

/** What a flow is given. A plain object of arrow functions: flows destructure it. */
export interface FlowContext {
  readonly ask: Ask;
  /**
   * Does something that lasts, once. A finished step is looked up by its key; only `reset` forgets it.
   * The result is JSON and holds no secret.
   */
  readonly step: <T>(key: StepKey<T>, run: () => Promise<T>) => Promise<T>;
  /** Writes down something that is so, as the result of a finished step, over what was there. */
  readonly remember: <T>(key: StepKey<T>, value: T) => Promise<T>;
  /** Writes down something to know by that makes nothing: Back passes it, which stops at what is remembered. */
  readonly recordValue: <T>(key: StepKey<T>, value: T) => Promise<void>;
  /** The result of a finished step, without doing it. */
  readonly restore: <T>(key: StepKey<T>) => T | undefined;
  /** Looks something up once a run. Back and replays see the same. */
  readonly read: <T>(id: string, look: () => Promise<T>) => Promise<T>;
  /** Forgets a finished step, or a look-up by its id, so that it is done again. */
  readonly reset: (what: StepKey<unknown> | string) => Promise<void>;
  /**
   * Forgets answers: from the first of these questions on, or without one those to the questions to come. A flow calls
   * it where recorded answers no longer stand: given for something else, or leading nowhere. A finished step is a wall.
   */
  readonly discardAnswer: (...from: readonly string[]) => Promise<void>;
  /**
   * Puts one answer in the place of all that were given so far: what they were for is done, and another run finds it as
   * it is. No Back leads before it.
   */
  readonly complete: (answer: Pick<RecordedAnswer, "id" | "value">) => Promise<void>;
  /** Says which steps there are, once that is known: how far it is follows from them. */
  readonly outline: (names: readonly string[]) => void;
  /** Puts a row into the list of what is done. */
  readonly mark: (mark: Mark) => void;
  readonly vault: SecretVault;
}

export type Flow<Deps, Result> = (context: FlowContext, deps: Deps) => Promise<Result>;
