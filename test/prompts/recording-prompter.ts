import { AskAgain, Back } from "../../src/prompts/prompter.ts";
import type { Failure, Prompter, Question, Situation } from "../../src/prompts/prompter.ts";
import { Secret } from "../../src/shared/secret.ts";

/** Goes back instead of answering. */
export const back = Symbol("back");

/** Restarts all questions instead of answering. */
export const again = Symbol("again");

/**
 * Creates a prompter that gives these answers in turn and records the questions. `<` before an ID
 * marks a question with a way back, `<<` one that allows restarting all questions.
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
      // A wait is left before it has a result.
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
