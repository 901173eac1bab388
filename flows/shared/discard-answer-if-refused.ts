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
    // If the operator goes back, the answer is already discarded. If the operator stops, the
    // answers are kept.
    if (error instanceof UserError && !(error instanceof Cancelled)) await discardAnswer(first);
    throw error;
  }
}
