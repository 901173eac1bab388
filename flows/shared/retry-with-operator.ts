import { howToContinue } from "../../src/prompts/prompter.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

export interface RetryRequest<V extends string> {
  readonly id: string;
  /** Alternatives to trying again, most useful first; they may depend on the error. */
  readonly otherWays?: readonly Option<V>[] | ((error: UserError) => readonly Option<V>[]);
  /** Performs the chosen alternative. */
  readonly perform?: (way: V, error: UserError) => Promise<void>;
  /**
   * Hint of the stop option, which may change with each attempt (default: completed steps are
   * kept).
   */
  readonly stopHint?: string | (() => string);
}

/** Hint of the stop option while a key exists only in memory. */
export const unsavedStopHint = "the key is lost unless the keychain has it";

/** Errors for which the operator chose to stop. Outer calls do not ask about these errors again. */
const givenUp = new WeakSet<UserError>();

/**
 * Runs work that may be refused or fail. On an error, the operator decides whether to try again,
 * choose an alternative, or stop, which rethrows the error.
 */
export async function retryWithOperator<T, V extends string = never>(
  { ask }: Pick<FlowContext, "ask">,
  { id, otherWays = [], perform, stopHint = "completed steps are kept" }: RetryRequest<V>,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Rethrows `Back`, bugs, and errors for which the operator chose to stop.
      const isOpen = error instanceof UserError && !givenUp.has(error);
      if (!isOpen || error instanceof Cancelled) throw error;
      const way = await ask.failure<V | "again" | "stop">({
        id,
        title: howToContinue,
        error: { message: error.message, hints: error.hints },
        options: [
          { value: "again", label: "Try again" },
          ...(typeof otherWays === "function" ? otherWays(error) : otherWays),
          {
            value: "stop",
            label: "Stop here",
            hint: typeof stopHint === "string" ? stopHint : stopHint(),
          },
        ],
      });
      if (way === "stop") {
        givenUp.add(error);
        throw error;
      }
      if (way !== "again") await perform?.(way, error);
    }
  }
}

interface Instead<V extends string> {
  readonly id: string;
  /** Option for skipping the work. */
  readonly instead: Option<V>;
  /** Whether skipping is offered for an error (default: always). */
  readonly isFor?: (error: UserError) => boolean;
}

/**
 * Like `retryWithOperator`, but also offers to skip the work. If the operator skips it, the result
 * is undefined.
 */
export async function retryOrSkip<T, V extends string>(
  context: Pick<FlowContext, "ask">,
  { id, instead, isFor = () => true }: Instead<V>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  let isGivenUp = false;
  return retryWithOperator<T | undefined, V>(
    context,
    {
      id,
      otherWays: (error) => (isFor(error) ? [instead] : []),
      perform: () => {
        isGivenUp = true;
        return Promise.resolve();
      },
    },
    async () => (isGivenUp ? undefined : work()),
  );
}
