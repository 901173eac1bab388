import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

/**
 * Does what answers led to. Where that is refused they are forgotten, so that another try asks for them anew, and so
 * does another run.
 * @param first the id of the first of these questions
 */
export async function discardAnswerIfRefused<T>(
  { discardAnswer }: Pick<FlowContext, "discardAnswer">,
  first: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Back takes one answer by itself, and a stop takes none.
    if (error instanceof UserError && !(error instanceof Cancelled)) await discardAnswer(first);
    throw error;
  }
}
