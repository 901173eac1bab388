import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ChooseQuestion, Disclosure } from "../../src/prompts/prompter.ts";
import { Cancelled } from "../../src/shared/errors.ts";

/** A question before something is written, with an option that shows what will be written. */
interface Confirmation<V extends string> {
  readonly question: Omit<ChooseQuestion<V | "show" | "stop">, "initial">;
  /** Option that confirms. It is the default once the text was shown. */
  readonly yes: V;
  readonly shown: Omit<Disclosure, "proceed">;
  /** Message of the error if the operator declines. */
  readonly declined: string;
}

/**
 * Asks for a confirmation, and shows the text to write on request.
 * @throws Cancelled if the operator declines
 */
export async function requireConfirmation<V extends string>(
  { ask, discardAnswer }: Pick<FlowContext, "ask" | "discardAnswer">,
  { question, yes, shown, declined }: Confirmation<V>,
): Promise<void> {
  const { id } = question;
  // Pressing Enter at the first question only shows the text.
  let initial: V | "show" = "show";
  for (;;) {
    const way: V | "show" | "stop" = await ask.choose({ ...question, initial });
    if (way === yes) return;
    if (way === "stop") {
      await discardAnswer(id);
      throw new Cancelled(declined);
    }
    await ask.disclose({ ...shown, proceed: "Go back to the question" });
    // An answer from an earlier run must not cause this run to skip the question.
    await discardAnswer(id);
    initial = yes;
  }
}
