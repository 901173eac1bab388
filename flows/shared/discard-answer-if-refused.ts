import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

/**
 * Runs work that depends on answers. If the work is rejected, the answers are discarded, so that
 * the next attempt or run asks again.
 * @param first ID of the first of these questions
 */
export async function discardAnswerIfRefused<T>(
  { discardAnswer }: Pick<FlowContext, "discardAnswer">,
  first: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Back already discards an answer, and stopping must not discard any.
    if (error instanceof UserError && !(error instanceof Cancelled)) await discardAnswer(first);
    throw error;
  }
}
