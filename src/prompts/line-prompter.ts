import { asidesOf, readAside, describeAsides, type Aside } from "./lines/asides.ts";
import { readNumbers, refuseNumbers, printChoiceRows, type Numbered } from "./lines/ask-numbers.ts";
import { createListReader } from "./lines/ask-list.ts";
import { dropTyped } from "./lines/drop-typed.ts";
import { createLineReader, type ReadLine } from "./lines/line-reader.ts";
import { createPrint, printPrompt } from "./print-plain.ts";
import { readHidden } from "./lines/read-hidden.ts";
import { runLineWait } from "./lines/run-wait.ts";
import type { LineInput } from "./lines/typed-lines.ts";
import {
  createPlainProgressLog,
  describeFailure,
  printNote,
  formatTopic,
  type PlainProgressLog,
  type Print,
} from "./plain-lines.ts";
import { AskAgain, Back, type Option, type Prompter } from "./prompter.ts";
import type { Question, SecretQuestion, Situation } from "./prompter.ts";
import type { Stops } from "./stops.ts";
import { printable, printableLine } from "../shared/print-text.ts";

export interface LinePrompterOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
}

/**
 * Asks questions in plain lines, for screen readers and for narrow or dumb terminals. Printed lines
 * are never redrawn.
 *
 *     [2 of 9] Scope
 *     May agents write to the targets?
 *       1. No, review only: results stay in acme/control; one App
 *       2. Yes, write: approved changes go to both; a second App
 *     Number, ? why, b back [1]: 1
 *     done: Scope: 2 targets, review only
 */
export function createLinePrompter({ input, output, env, stops }: LinePrompterOptions): Prompter {
  const from = { input, stops };
  const print = createPrint(output, env);
  const progressLog = createPlainProgressLog(print);
  const read = createLineReader(from, output, env);
  const readRow: ReadLine = (prompt) => read(printPrompt(prompt, output, env));
  const lines: Lines = { print, read: readRow, progressLog, from };
  const choices = createChoices(lines);
  return {
    ...choices,
    ...createEntries(lines),
    failure: async (failure, situation) => {
      progressLog.reach();
      describeFailure(print, failure.error);
      await dropTyped(from);
      return choices.choose(failure, situation);
    },
    disclose: async (disclosure, situation) => {
      await dropTyped(from);
      return choices.disclose(disclosure, situation);
    },
    note: async (note) => printNote(print, note),
    progress: (wait, task, situation = { canGoBack: false }) => {
      progressLog.reach();
      return runLineWait({ ...from, print, situation }, wait, task);
    },
    begin: progressLog.begin,
    outline: progressLog.outline,
    mark: progressLog.mark,
    answered: progressLog.answered,
    close: async () => {},
  };
}

interface Lines {
  readonly print: Print;
  readonly read: ReadLine;
  readonly progressLog: PlainProgressLog;
  readonly from: LineInput;
}

interface Entry<Answer> {
  /** Description of the expected input: "Number". */
  readonly what: string;
  /** Description of the answer that empty input selects; undefined if there is no default. */
  readonly standard?: string | undefined;
  readonly isText?: boolean;
  /** Parses the input. Returns an answer, or a message about the input. */
  readonly parse: (typed: string) => Parsed<Answer> | Promise<Parsed<Answer>>;
}

type Parsed<Answer> = { readonly answer: Answer } | { readonly complaint: string };

/**
 * Asks a question until the operator answers it. `?` shows the explanation and does not count as an
 * answer.
 * @throws Back, AskAgain, Cancelled
 */
async function put<Answer>(
  { print, read, progressLog, from }: Lines,
  { question, situation, rows }: { question: Question; situation: Situation; rows?: Numbered },
  { what, standard, isText = false, parse }: Entry<Answer>,
): Promise<Answer> {
  progressLog.reach();
  formatTopic(print, question);
  if (rows) printChoiceRows(print, rows);
  // Input that was typed before the question appeared must not answer it.
  if (question.weight !== undefined) await dropTyped(from);
  const { why } = question;
  const asides = asidesOf(why, situation);
  const ending = standard === undefined ? ":" : ` [${standard}]:`;
  for (;;) {
    const typed = await read(`${what}${describeAsides(asides, { isText })}${ending}`);
    const aside = readAside(typed, asides, { isText });
    if (aside === "why") print(printable(why ?? ""));
    else if (aside) throw leave(aside);
    else {
      const taken = await parse(typed);
      if ("answer" in taken) return taken.answer;
      print(printable(taken.complaint));
    }
  }
}

function leave(aside: Exclude<Aside, "why">): Error {
  return aside === "back" ? new Back() : new AskAgain();
}

function createChoices(lines: Lines): Pick<Prompter, "choose" | "chooseMany" | "disclose"> {
  const chooseOne = (
    question: Question,
    situation: Situation,
    { rows, initial }: { rows: Numbered; initial: number },
  ) => {
    const parse = (typed: string): Parsed<number> => {
      const indexes = readNumbers(typed, [initial]);
      const [index = 0, ...others] = indexes;
      const complaint =
        refuseNumbers(rows, indexes) ?? (others.length > 0 ? "Choose one." : undefined);
      return complaint === undefined ? { answer: index } : { complaint };
    };
    const standard = String(initial + 1);
    return put(lines, { question, situation, rows }, { what: "Number", standard, parse });
  };
  return {
    choose: async ({ options, initial, ...question }, situation) => {
      const wanted = options.findIndex(({ value }) => value === initial);
      const first = options.findIndex(({ disabled }) => disabled === undefined);
      const at = Math.max(0, wanted >= 0 ? wanted : first);
      return pick(options, await chooseOne(question, situation, { rows: options, initial: at }));
    },
    chooseMany: async ({ options, initial = [], minimum = 0, ...question }, situation) => {
      const ticked = options.flatMap(({ value }, at) => (initial.includes(value) ? [at] : []));
      const parse = (typed: string): Parsed<number[]> => {
        const answer = typed.trim().toLowerCase() === none ? [] : readNumbers(typed, proposed);
        const tooFew = answer.length < minimum ? `Choose at least ${minimum}.` : undefined;
        const complaint = refuseNumbers(options, answer) ?? tooFew;
        return complaint === undefined ? { answer } : { complaint };
      };
      // If an answer is required, empty input selects the first available option, as on screens.
      const free = options.findIndex(({ disabled }) => disabled === undefined);
      const proposed = minimum === 1 && ticked.length === 0 && free >= 0 ? [free] : ticked;
      const standard = proposed.map((index) => index + 1).join(" ") || none;
      // Empty input selects the preselected options, so the operator types a word to select none.
      const ways = minimum === 0 && ticked.length > 0 ? `, or ${none}` : "";
      const what = `Numbers, separated by spaces${ways}`;
      const entry = { what, standard, parse };
      const indexes = await put(lines, { question, situation, rows: options }, entry);
      return indexes.map((index) => pick(options, index));
    },
    disclose: async ({ proceed, ...question }, situation) => {
      await chooseOne(question, situation, { rows: [{ label: proceed }], initial: 0 });
    },
  };
}

function createEntries(lines: Lines): Pick<Prompter, "confirm" | "text" | "list" | "secret"> {
  const { print } = lines;
  return {
    // If there is no default, pressing Enter means no, which is the safe answer.
    confirm: ({ yes = "Yes", no = "No", initial = false, ...question }, situation) => {
      const parse = (typed: string): Parsed<boolean> => {
        const answer = typed.trim() === "" ? initial : readYesOrNo(typed, { yes, no });
        return answer === undefined ? { complaint: "Type y or n." } : { answer };
      };
      const body = [
        ...(question.body ?? []),
        `  y. ${printableLine(yes)}`,
        `  n. ${printableLine(no)}`,
      ];
      const standard = initial ? "y" : "n";
      const asked = { question: { ...question, body }, situation };
      return put(lines, asked, { what: "y or n", standard, parse });
    },
    text: ({ check, checkAsync, initial, placeholder, ...question }, situation) => {
      const parse = async (typed: string): Promise<Parsed<string>> => {
        const answer = typed.trim() || (initial ?? "");
        const complaint = check?.(answer) ?? (await checkAsync?.(answer));
        return complaint === undefined ? { answer } : { complaint };
      };
      const title = describeTitle({ ...question, placeholder });
      const asked = { question: { ...question, title }, situation };
      const standard = initial === "" ? undefined : initial;
      return put(lines, asked, { what: "Answer", standard, isText: true, parse });
    },
    list: async (question, situation) => {
      const reader = createListReader(question);
      const body = [...(question.body ?? []), ...reader.rows()];
      const title = describeTitle(question);
      const asked = { question: { ...question, title, body }, situation };
      return put(lines, asked, { what: reader.what, isText: true, parse: reader.parse });
    },
    secret: async ({ check, describe, shape, ...question }, situation) => {
      const { progressLog, from } = lines;
      const asides = asidesOf(question.why, { canGoBack: situation.canGoBack });
      progressLog.reach();
      formatTopic(print, question);
      for (;;) {
        const invite = () => print(describeHidden(shape, asides));
        const given = await readHidden(from, { shape, asides, invite });
        if (given === "why") print(printable(question.why ?? ""));
        else if (typeof given === "string") throw leave(given);
        else {
          const complaint = given.isEmpty ? "No input received." : check?.(given);
          if (complaint === undefined) {
            print(printable(`received ${describe?.(given) ?? ""}`.trimEnd()));
            return given;
          }
          print(printable(complaint));
        }
      }
    },
  };
}

function describeTitle(question: { title: string; placeholder?: string | undefined }): string {
  const { title, placeholder } = question;
  return placeholder === undefined ? title : `${title} (for example ${placeholder})`;
}

const none = "none";

function describeHidden(shape: SecretQuestion["shape"], asides: readonly Aside[]): string {
  const keys = { why: ", ? why", back: ", Esc back", again: "" };
  const end = shape === "lines" ? "Enter after its last line" : "Enter";
  return `(not shown; ends with ${end}${asides.map((aside) => keys[aside]).join("")})`;
}

function readYesOrNo(text: string, { yes, no }: { yes: string; no: string }): boolean | undefined {
  const typed = text.trim().toLowerCase();
  if (["y", "yes", yes.toLowerCase()].includes(typed)) return true;
  return ["n", "no", no.toLowerCase()].includes(typed) ? false : undefined;
}

function pick<V extends string>(options: readonly Option<V>[], index: number): V {
  const option = options[index];
  if (!option) throw new Error(`The question does not have an option with index ${index}`);
  return option.value;
}
