import { createInquirerAsker } from "./lines/inquirer-asker.ts";
import type { Aside, LineAsker, LineQuestion, LineRow } from "./lines/line-asker.ts";
import { dropTyped } from "./lines/drop-typed.ts";
import { createNumberedAsker } from "./lines/numbered-asker.ts";
import { readHidden } from "./lines/read-hidden.ts";
import { runLineWait } from "./lines/run-wait.ts";
import type { LineInput } from "./lines/typed-lines.ts";
import { createHeading, factLines, hintLines, leadOf, markLine, noteLines } from "./plain-lines.ts";
import { Back, type Option, type Prompter, type Question, type Situation } from "./prompter.ts";
import { readsUnicode } from "../layout/reads-unicode.ts";
import type { Stops } from "./stops.ts";
import { printable, printableLine } from "../shared/print-text.ts";

export interface LinePrompterOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
}

/** Puts questions in plain lines, one below the other: for screen readers, narrow and dumb terminals. */
export function createLinePrompter(options: LinePrompterOptions): Prompter {
  const { input, output, env, stops } = options;
  const print = (line: string) => void output.write(`${line}\n`);
  const createAsker = env["TERM"] === "dumb" ? createNumberedAsker : createInquirerAsker;
  const from = { input, stops };
  const asker = createAsker(from, output);
  const hasSigns = readsUnicode(env);
  const put = createPut(print);
  const choices = createChoices({ asker, put, print });
  return {
    ...choices,
    ...createEntries({ asker, put, print, from }),
    failure: async (failure, situation) => {
      const { message, hints } = failure.error;
      print(printable(`${leadOf(failure.error, { hasSigns })} ${message}`));
      for (const line of hints.flatMap(hintLines)) print(line);
      await dropTyped(from);
      return choices.choose(failure, situation);
    },
    disclose: async (disclosure, situation) => {
      await dropTyped(from);
      return choices.disclose(disclosure, situation);
    },
    note: async (note) => noteLines(note).forEach(print),
    progress: (wait, task, situation) =>
      runLineWait({ ...from, print }, wait, { task, canGoBack: situation?.canGoBack === true }),
    begin: createHeading(print),
    mark: (mark) => print(markLine(mark, { hasSigns })),
    // What was typed just now stands above; what an earlier run was told does not.
    answered: ({ name, text }, isKept) => {
      if (isKept) print(printableLine(`answer: ${name}: ${text}`));
    },
    close: async () => {},
  };
}

type Print = (line: string) => void;
type Put = <Answer>(
  question: Question,
  situation: Situation,
  ask: (line: LineQuestion) => Promise<Answer | Aside>,
) => Promise<Answer>;

/** Puts a question until it is answered; asking why answers nothing. */
function createPut(print: Print): Put {
  return async (question, { canGoBack }, ask) => {
    const { why, body = [] } = question;
    const title = printableLine(question.title);
    const asides: Aside[] = [
      ...(why === undefined ? [] : ["why" as const]),
      ...(canGoBack ? ["back" as const] : []),
    ];
    for (const line of factLines(question.facts)) print(line);
    for (const line of body) print(printable(line));
    for (;;) {
      const given = await ask({ title, asides });
      if (given === "back") throw new Back();
      if (given !== "why") return given;
      print(printable(why ?? ""));
    }
  };
}

interface Lines {
  readonly asker: LineAsker;
  readonly put: Put;
  readonly print: Print;
}

function createChoices({
  asker,
  put,
}: Lines): Pick<Prompter, "choose" | "chooseMany" | "disclose"> {
  return {
    choose: async ({ options, initial, ...question }, situation) => {
      const wanted = options.findIndex(({ value }) => value === initial);
      const rows = options.map(toRow);
      const index = await put(question, situation, (line) =>
        asker.choose({ ...line, rows, ...(wanted >= 0 && { initial: wanted }) }),
      );
      return pick(options, index);
    },
    chooseMany: async ({ options, initial = [], minimum = 0, ...question }, situation) => {
      const rows = options.map(toRow);
      const ticked = options.flatMap(({ value }, at) => (initial.includes(value) ? [at] : []));
      const indexes = await put(question, situation, (line) =>
        asker.chooseMany({ ...line, rows, ticked, minimum }),
      );
      return indexes.map((index) => pick(options, index));
    },
    disclose: async ({ proceed, ...question }, situation) => {
      const rows = [{ label: printableLine(proceed) }];
      await put(question, situation, (line) => asker.choose({ ...line, rows }));
    },
  };
}

function createEntries({
  asker,
  put,
  print,
  from,
}: Lines & { from: LineInput }): Pick<Prompter, "confirm" | "text" | "secret"> {
  return {
    confirm: async ({ yes = "Yes", no = "No", initial, ...question }, situation) => {
      const standard = initial === undefined ? {} : { initial: initial ? "y" : "n" };
      for (;;) {
        const { text } = await put(question, situation, (line) =>
          asker.line({ ...line, title: `${line.title} y: ${yes}, n: ${no}`, ...standard }),
        );
        const answer = readYesOrNo(text, { yes, no });
        if (answer !== undefined) return answer;
        print("Type y or n.");
      }
    },
    text: async ({ check, look, initial, placeholder, ...question }, situation) => {
      for (;;) {
        const { text } = await put(question, situation, (line) =>
          asker.line({
            ...line,
            title: placeholder === undefined ? line.title : `${line.title} (like ${placeholder})`,
            ...(initial !== undefined && { initial }),
          }),
        );
        const complaint = check?.(text.trim()) ?? (await look?.(text.trim()));
        if (complaint === undefined) return text.trim();
        print(printable(complaint));
      }
    },
    secret: async ({ check, describe, shape, ...question }, situation) => {
      for (;;) {
        const secret = await put(question, situation, ({ title, asides }) => {
          const invite = () => print(`${title} ${sayHidden(shape, asides)}`);
          return readHidden(from, { shape, asides, invite });
        });
        const complaint = secret.isEmpty ? "Nothing has arrived." : check?.(secret);
        if (complaint === undefined) {
          print(printable(`received ${describe?.(secret) ?? ""}`.trimEnd()));
          return secret;
        }
        print(printable(complaint));
      }
    },
  };
}

function sayHidden(shape: "lines" | "line", asides: readonly Aside[]): string {
  const keys = { why: ", ? for why", back: ", Esc for the question before" };
  const end = shape === "lines" ? "Enter after its last line" : "Enter";
  return `(not shown; ends with ${end}${asides.map((aside) => keys[aside]).join("")})`;
}

function readYesOrNo(text: string, { yes, no }: { yes: string; no: string }): boolean | undefined {
  const typed = text.trim().toLowerCase();
  if (["y", "yes", yes.toLowerCase()].includes(typed)) return true;
  return ["n", "no", no.toLowerCase()].includes(typed) ? false : undefined;
}

function toRow({ label, hint, disabled }: Option): LineRow {
  return { label: printableLine(hint === undefined ? label : `${label} - ${hint}`), disabled };
}

function pick<V extends string>(options: readonly Option<V>[], index: number): V {
  const option = options[index];
  if (!option) throw new Error(`A choice has no option ${index}`);
  return option.value;
}
