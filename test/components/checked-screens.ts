import { createProgressLog } from "../../components/progress-log.ts";
import { fitScreen, rowsOf } from "../../components/fit-screen.ts";
import type { KeyDispatcher } from "../../components/key-dispatcher.ts";
import { startWait, updateWait } from "../../components/keys/wait.ts";
import { createQuestions } from "../../components/questions.ts";
import {
  createScreenStore,
  type OpenQuestion,
  type Screen,
} from "../../components/screen-store.ts";
import type { Prompter, Question, WaitUpdate } from "../../src/prompts/prompter.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { findFaults, wordsOf } from "../terminal/check-rows.ts";
import { sample } from "../sample.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
/** The narrowest width, which has most faults, and another one. */
const columns = [40, ...sample("widths of screens", [64, 80, 120, 200], 1)];
const start = new Date("2030-01-01T10:00:00Z");
/** Screens that were already checked, because most tests ask the same questions. */
const checked = new Set<string>();
const short = "http://127.0.0.1:41873/x7Kd93mQ2bLp";

/**
 * Wraps a prompter and draws every screen of its questions, in several widths, before it forwards
 * the question.
 * @throws Error that names a fault of a screen: a line too long, a broken word, a fact in dim
 */
export function checkScreens<P extends Prompter>(prompter: P): P {
  const store = createScreenStore({ product: "gatehouse", columns: 80, rows: 24, now: start });
  const progressLog = createProgressLog(store);
  const read = (open: OpenQuestion, texts: readonly string[]) => {
    const shown = JSON.stringify([open.control.kind, ...texts, store.read().notes]);
    // Each test has its own port, temporary directory, keys and numbers.
    const key = shown.replaceAll(/gatehouse-\w+-\w{6}|[\w+/]{43}|\d+/g, "");
    if (checked.has(key)) return;
    checked.add(key);
    store.update({ open });
    for (const width of columns) checkScreen({ ...store.read(), columns: width }, texts);
    store.update({ notes: [] });
  };
  let texts: readonly string[] = [];
  let fault: unknown;
  /** Drawn screens are never answered; only their faults are reported. */
  const drawn = (_asked: Promise<unknown>) => {
    if (fault !== undefined) throw fault;
  };
  const dispatcher: KeyDispatcher = {
    open: (open) => {
      try {
        read(open, texts);
      } catch (error) {
        fault = error;
      }
    },
    show: () => undefined,
    leave: () => undefined,
    drain: () => Promise.resolve(),
    press: () => undefined,
  };
  const screens = createQuestions(dispatcher, progressLog.note);
  const seen = (question: Question, more: readonly (string | undefined)[] = []) => {
    texts = [...textsOf(question), ...more].filter((text) => text !== undefined);
  };
  return {
    ...prompter,
    choose: (question, situation) => {
      seen(question, optionTexts(question.options));
      drawn(screens.choose(question, situation));
      return prompter.choose(question, situation);
    },
    chooseMany: (question, situation) => {
      seen(question, optionTexts(question.options));
      drawn(screens.chooseMany(question, situation));
      return prompter.chooseMany(question, situation);
    },
    confirm: (question, situation) => {
      seen(question, [question.yes, question.no]);
      drawn(screens.confirm(question, situation));
      return prompter.confirm(question, situation);
    },
    text: (question, situation) => {
      seen(question);
      drawn(screens.text(question, situation));
      return prompter.text(question, situation);
    },
    list: (question, situation) => {
      seen(question);
      drawn(screens.list(question, situation));
      return prompter.list(question, situation);
    },
    secret: (question, situation) => {
      seen(question);
      drawn(screens.secret(question, situation));
      return prompter.secret(question, situation);
    },
    disclose: (question, situation) => {
      seen(question, [question.proceed]);
      drawn(screens.disclose(question, situation));
      return prompter.disclose(question, situation);
    },
    failure: (failure, situation) => {
      // The error replaces the title.
      const { message, hints } = failure.error;
      const texts = hints.map(({ text }) => text.replace(/[.:]$/, ""));
      seen({ ...failure, title: message }, [...texts, ...optionTexts(failure.options)]);
      drawn(screens.failure(failure, situation));
      return prompter.failure(failure, situation);
    },
    progress: (wait, task, situation = { canGoBack: false }) => {
      let state = startWait(wait.actions ?? [], start);
      const { title, body = [], steps = [], why } = wait;
      const open = () => ({ title, body, steps, why, ...situation, control: state });
      read(open(), textsOf(wait));
      return prompter.progress(
        wait,
        (report, signal) =>
          task((update) => {
            state = updateWait(state, update, start);
            // An error that must be fixed in another place replaces the steps.
            const isFixed = state.problem?.hints?.some(({ link }) => link !== undefined);
            const shown = isFixed ? { ...wait, steps: [] } : wait;
            read(open(), [...textsOf(shown), ...updateTexts(update)]);
            report(update);
          }, signal),
        situation,
      );
    },
    begin: (header) => {
      progressLog.begin(header);
      prompter.begin(header);
    },
    outline: (names) => {
      progressLog.outline(names);
      prompter.outline(names);
    },
    mark: (mark) => {
      progressLog.mark(mark);
      prompter.mark(mark);
    },
    answered: (answer, isKept) => {
      progressLog.answered(answer, isKept);
      prompter.answered(answer, isKept);
    },
    note: async (note) => {
      await progressLog.note(note);
      await prompter.note(note);
    },
  };
}

type Asked = Pick<Question, "title" | "facts" | "body"> & { readonly steps?: readonly string[] };

function textsOf({ title, facts = [], body = [], steps = [] }: Asked): string[] {
  return [title, ...facts.flatMap(({ name, text }) => [name, text]), ...body, ...steps];
}

function optionTexts(
  options: readonly { label: string; hint?: string; disabled?: string }[],
): (string | undefined)[] {
  return options.slice(0, 20).flatMap(({ label, hint, disabled }) => [label, disabled ?? hint]);
}

function updateTexts({ line, seen, next, problem }: WaitUpdate): string[] {
  const hints = problem?.hints?.map(({ text }) => text.replace(/[.:]$/, "")) ?? [];
  return [line, seen, next, problem?.text, ...hints].filter((text) => text !== undefined);
}

/** Checks a complete screen in a window that is high enough, and its fit into one that is not. */
function checkScreen(screen: Screen, texts: readonly string[]): void {
  const shorten = () => short;
  const complete = fitScreen({ ...screen, rows: 400 }, theme, shorten);
  const words = texts.filter((text) => !/^https?:/.test(text)).flatMap(wordsOf);
  const faults = findFaults(rowsOf(complete), {
    width: complete.style.width,
    words,
    quiet: isQuiet,
  });
  const usual = rowsOf(fitScreen({ ...screen, rows: 24 }, theme, shorten));
  const tall = usual.length > 23 ? [`${usual.length} rows in a window of 24`] : [];
  const keys = usual.flat().map(({ text }) => text);
  const lost = keys.includes("ctrl-c") ? [] : ["the key to stop is missing"];
  const title = screen.open?.title ?? "";
  const all = [...faults, ...tall, ...lost];
  if (all.length > 0) {
    throw new Error(`"${title}" in ${screen.columns} columns:\n${all.join("\n")}`);
  }
}

/** Returns whether a text can be dim: the product's name, the rule, and future steps. */
function isQuiet(text: string, row: string): boolean {
  return (
    text === "gatehouse" ||
    /^[━─]+$/.test(text) ||
    row.startsWith(" ○ Then") ||
    row.includes("One moment")
  );
}
