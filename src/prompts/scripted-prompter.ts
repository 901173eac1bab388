import {
  createPlainProgressLog,
  printFacts,
  describeFailure,
  printNote,
  formatTopic,
  type Print,
} from "./plain-lines.ts";
import type { ChooseQuestion, Prompter, Question } from "./prompter.ts";
import type { ScriptedAnswers } from "./scripted-answers.ts";
import { createAnswerBook } from "./scripted/answer-book.ts";
import {
  linesOf,
  oneOf,
  onlyTrue,
  someOf,
  textThat,
  yesOrNo,
} from "./scripted/expected-answers.ts";
import { createSecretReader, describeSource, type SecretPlaces } from "./scripted/read-secret.ts";
import { runScriptedWait } from "./scripted/run-wait.ts";
import { InvalidInput } from "../shared/errors.ts";
import { printableLine } from "../shared/print-text.ts";
import type { Stops } from "./stops.ts";

export interface ScriptedPrompterOptions extends SecretPlaces {
  readonly answers: ScriptedAnswers;
  /** Prints one plain line for each question, answer and mark. */
  readonly print: Print;
  readonly stops: Stops;
}

export interface ScriptedPrompter extends Prompter {
  /** Returns the entries of the file that were not used, such as `answers["id"]`. */
  unused(): string[];
}

/**
 * Answers questions from a file. A missing answer is an error, because there is no operator to ask.
 */
export function createScriptedPrompter(options: ScriptedPrompterOptions): ScriptedPrompter {
  const { answers, print, stops } = options;
  const book = createAnswerBook(answers);
  const readSecret = createSecretReader(options);
  const progressLog = createPlainProgressLog(print);
  const report = (question: Question, answer: string) => {
    progressLog.reach();
    print(printableLine(`? ${question.title}  ${answer}`));
  };
  const heedStop = () => {
    const stop = stops.consume();
    if (stop) throw stop;
  };
  const choose = <V extends string>(question: ChooseQuestion<V>, key: string): V => {
    heedStop();
    const { isOptional, initial, options } = question;
    const standard = options.find((option) => option.value === initial);
    const { label, value } =
      isOptional && standard && !book.has(key)
        ? standard
        : book.answer(key, question, oneOf(options));
    report(question, label);
    return value;
  };
  return {
    choose: async (question) => choose(question, question.id),
    chooseMany: async (question) => {
      heedStop();
      const chosen = book.answer(question.id, question, someOf(question.options, question.minimum));
      report(question, chosen.map(({ label }) => label).join(", ") || "none");
      return chosen.map(({ value }) => value);
    },
    confirm: async (question) => {
      heedStop();
      const answer = book.answer(question.id, question, yesOrNo);
      const { yes = "Yes", no = "No" } = question;
      report(question, answer ? yes : no);
      return answer;
    },
    text: async (question) => {
      heedStop();
      const text = book.answer(question.id, question, textThat(question));
      const complaint = await question.checkAsync?.(text);
      if (complaint !== undefined) {
        throw new InvalidInput(`answers["${question.id}"] was rejected. ${complaint}`);
      }
      report(question, text);
      return text;
    },
    list: async (question) => {
      heedStop();
      const lines = book.answer(question.id, question, linesOf(question));
      report(question, lines.join(", ") || "none");
      return lines;
    },
    secret: async (question) => {
      heedStop();
      const source = book.consumeSecret(question);
      const secret = await readSecret(question, source);
      report(question, `from ${describeSource(source)}`);
      return secret;
    },
    disclose: async (disclosure) => {
      heedStop();
      progressLog.reach();
      formatTopic(print, disclosure);
      book.answer(disclosure.id, disclosure, onlyTrue);
      print(`? ${printableLine(disclosure.proceed)}`);
    },
    failure: async (failure) => {
      progressLog.reach();
      describeFailure(print, failure.error);
      printFacts(print, failure.facts);
      heedStop();
      // Endless retries would make the run hang. Therefore, each scripted answer to a failure is
      // used once, and then the answer is "stop".
      const key = `failure:${failure.id}`;
      const stop = failure.options.find(({ value }) => value === "stop");
      if (!stop || book.hasFresh(key)) return choose(failure, key);
      report(failure, stop.label);
      return stop.value;
    },
    note: async (note) => printNote(print, note),
    progress: (wait, task) => {
      progressLog.reach();
      return runScriptedWait({ actions: book.consumeActions(wait), print, stops }, wait, task);
    },
    begin: progressLog.begin,
    outline: progressLog.outline,
    mark: progressLog.mark,
    answered: progressLog.answered,
    close: async () => {},
    unused: () => book.unused(),
  };
}
