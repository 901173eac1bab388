import { AskAgain, Back } from "../../src/prompts/prompter.ts";
import type { Failure, Prompter, Question, Situation } from "../../src/prompts/prompter.ts";
import { Secret } from "../../src/shared/secret.ts";

/** Says "back" where an answer is expected. */
export const back = Symbol("back");

/** Asks for all questions again where an answer is expected. */
export const again = Symbol("again");

/**
 * A person of few words: gives these answers in turn, and writes down what was asked. `<` before an id stands for a
 * question with a way back, `<<` for one where all can be asked again.
 */
export function createRecordingPrompter(answers: readonly unknown[]) {
  const log: string[] = [];
  const failures: Failure["error"][] = [];
  const waiting = [...answers];
  const put = async ({ id }: Question, situation: Situation): Promise<never> => {
    const { canGoBack, canAskAgain } = situation;
    log.push(`${canAskAgain ? "<" : ""}${canGoBack ? "< " : ""}${id}`);
    await Promise.resolve();
    if (waiting.length === 0) throw new Error(`nobody answers "${id}"`);
    const answer = waiting.shift();
    if (answer === back) throw new Back();
    if (answer === again) throw new AskAgain();
    return answer as never;
  };
  const prompter: Prompter = {
    choose: put,
    chooseMany: put,
    confirm: put,
    text: put,
    list: put,
    secret: async (question, situation) => new Secret(await put(question, situation)),
    disclose: put,
    failure: (failure, situation) => {
      failures.push(failure.error);
      return put(failure, situation);
    },
    note: ({ id }) => Promise.resolve(void log.push(`note ${id}`)),
    progress: async (wait, task, situation = { canGoBack: false }) => {
      // Who leaves a wait does so before it has come to anything.
      if (wait.canLeave) await put(wait, situation);
      return task(() => undefined, new AbortController().signal);
    },
    begin: () => void log.push("begin"),
    outline: (names) => void log.push(`outline ${names.join(", ")}`),
    mark: ({ name }) => void log.push(`mark ${name}`),
    answered: ({ name, text }, isKept) =>
      void log.push(`${isKept ? "kept" : "answer"} ${name}: ${text}`),
    close: () => Promise.resolve(),
  };
  return { prompter, log, failures };
}
