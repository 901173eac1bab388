import { howToGoOn } from "../../src/prompts/prompter.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

export interface RetryRequest<V extends string> {
  readonly id: string;
  /** Other ways on than trying again, most useful first; what they are may depend on what went wrong. */
  readonly otherWays?: readonly Option<V>[] | ((error: UserError) => readonly Option<V>[]);
  /** Takes one of them. */
  readonly take?: (way: V, error: UserError) => Promise<void>;
  /** What stopping means, which may change with each attempt; nothing is lost unless told. */
  readonly stopHint?: string | (() => string);
}

/** What stopping means while a key is in memory only. */
export const unsavedStopHint = "the key is lost, unless the keychain holds it";

/** Errors at which the operator stopped: an outer call does not ask about them again. */
const givenUp = new WeakSet<UserError>();

/**
 * Does something that the forge or the network may refuse. What went wrong is shown, and the person decides:
 * try again, another way, or stop, which lets the error out.
 */
export async function retryWithOperator<T, V extends string = never>(
  { ask }: Pick<FlowContext, "ask">,
  { id, otherWays = [], take, stopHint = "nothing that was done is lost" }: RetryRequest<V>,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Back and bugs pass; so does what the person stopped.
      const isOpen = error instanceof UserError && !givenUp.has(error);
      if (!isOpen || error instanceof Cancelled) throw error;
      const way = await ask.failure<V | "again" | "stop">({
        id,
        title: howToGoOn,
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
      if (way !== "again") await take?.(way, error);
    }
  }
}

interface Instead<V extends string> {
  readonly id: string;
  /** Doing without. */
  readonly instead: Option<V>;
  /** Whether it is a way out of what went wrong; always unless told. */
  readonly isFor?: (error: UserError) => boolean;
}

/** Retries in the same way, and offers to skip the work: the result is then undefined. */
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
      take: () => {
        isGivenUp = true;
        return Promise.resolve();
      },
    },
    async () => (isGivenUp ? undefined : work()),
  );
}
