import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

/**
 * Runs work that depends on answers. If it is rejected, the answers are discarded, so that the next
 * attempt or run asks again.
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
    // Back discards one answer on its own, and stopping discards none.
    if (error instanceof UserError && !(error instanceof Cancelled)) await discardAnswer(first);
    throw error;
  }
}
