import type { Option, Prompter } from "../src/prompts/prompter.ts";
import { Cancelled } from "../src/shared/errors.ts";
import { askQuestion } from "./ask-question.ts";
import { topicOf, type ProgressLog } from "./progress-log.ts";
import type { KeyDispatcher } from "./key-dispatcher.ts";
import { pressDisclosure, startDisclosure } from "./keys/disclosure.ts";
import { pressEntries, startList } from "./keys/list.ts";
import { pressMultiSelect, startMultiSelect } from "./keys/multi-select.ts";
import { pressSecret, startSecret } from "./keys/secret.ts";
import { pressSelect, startConfirm, startSelect } from "./keys/select.ts";
import { pressText, startText } from "./keys/text.ts";

/** The kinds of questions, answered by keys on a screen. */
export type Questions = Omit<Prompter, "progress" | "close" | keyof ProgressLog>;

export function createQuestions(dispatcher: KeyDispatcher, note: ProgressLog["note"]): Questions {
  return {
    choose: async (question, situation) => {
      const start = startSelect(question.options, question.initial);
      const turn = { start, press: pressSelect, situation };
      return pick(question.options, await askQuestion(dispatcher, topicOf(question), turn));
    },
    chooseMany: async (question, situation) => {
      const turn = {
        start: startMultiSelect(question.options, question),
        press: pressMultiSelect,
        situation,
      };
      const indexes = await askQuestion(dispatcher, topicOf(question), turn);
      return indexes.map((index) => pick(question.options, index));
    },
    confirm: async (question, situation) => {
      const turn = { start: startConfirm(question), press: pressSelect, situation };
      return (await askQuestion(dispatcher, topicOf(question), turn)) === 0;
    },
    text: async (question, situation) => {
      let start = startText(question);
      for (;;) {
        const turn = { start, press: pressText, situation };
        const text = await askQuestion(dispatcher, topicOf(question), turn);
        const complaint = await question.checkAsync?.(text);
        if (complaint === undefined) return text;
        start = { ...startText({ ...question, initial: text }), complaint };
      }
    },
    list: (question, situation) => {
      const turn = { start: startList(question), press: pressEntries, situation };
      return askQuestion(dispatcher, topicOf(question), turn);
    },
    secret: async (question, situation) => {
      const turn = { start: startSecret(question), press: pressSecret, situation };
      const secret = await askQuestion(dispatcher, topicOf(question), turn);
      await dispatcher.drain();
      return secret;
    },
    disclose: async (disclosure, situation) => {
      const start = startDisclosure(disclosure.proceed);
      const turn = { start, press: pressDisclosure, situation };
      await askQuestion(dispatcher, topicOf(disclosure), turn);
    },
    failure: async (failure, situation) => {
      const start = startSelect(failure.options, failure.initial);
      const topic = { ...topicOf(failure), error: failure.error };
      const turn = { start, press: pressSelect, situation };
      try {
        return pick(failure.options, await askQuestion(dispatcher, topic, turn));
      } catch (error) {
        // If the operator stops at this question, the error becomes a note, which stays visible on
        // the next screen or below the current one.
        if (error instanceof Cancelled)
          await note({ id: failure.id, title: failure.error.message });
        throw error;
      }
    },
  };
}

function pick<V extends string>(options: readonly Option<V>[], index: number): V {
  const option = options[index];
  if (!option) throw new Error(`Option not found: ${index}`);
  return option.value;
}
