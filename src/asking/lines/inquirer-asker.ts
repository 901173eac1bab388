import { isatty } from "node:tty";
import type * as Prompts from "@inquirer/prompts";
import { Stopped } from "../../shared/errors.ts";
import type { LineInput } from "./typed-lines.ts";
import {
  readAside,
  sayAsides,
  type Aside,
  type LineAsker,
  type RowsQuestion,
} from "./line-asker.ts";

const asideLabels: Record<Aside, string> = { why: "Why do we ask?", back: "Back" };

/** Inquirer's prompts: they read from and write to the given terminal only. */
export function createInquirerAsker(
  { input, stops }: LineInput,
  output: NodeJS.WriteStream,
): LineAsker {
  const prompt = <T>(ask: Put<T>) => putUnlessStopped({ input, output, stops }, ask);
  return {
    choose: (question) =>
      prompt(async ({ select }, context) => {
        const { title: message, initial } = question;
        const choices = [...listRows(question), ...listAsides(question)];
        const standard = initial === undefined ? {} : { default: initial };
        return select<number | Aside>({ message, choices, ...standard, loop: false }, context);
      }),
    chooseMany: (question) =>
      prompt(async ({ checkbox }, context) => {
        const rows = listRows(question).map((row) => ({
          ...row,
          checked: question.ticked.includes(row.value),
        }));
        const choices = [...rows, ...listAsides(question)];
        const { title: message, minimum } = question;
        const validate = (picked: readonly { value: number | Aside }[]) =>
          picked.length >= minimum ||
          picked.some(({ value }) => typeof value === "string") ||
          `Choose at least ${minimum}.`;
        const chosen = await checkbox<number | Aside>(
          { message, choices, validate, loop: false },
          context,
        );
        const aside = chosen.find((one) => typeof one === "string");
        return aside ?? chosen.filter((one) => typeof one === "number");
      }),
    line: ({ title, asides, initial }) =>
      prompt(async ({ input: ask }, context) => {
        const message = title + sayAsides(asides);
        const typed = await ask({ message, ...(initial && { default: initial }) }, context);
        return readAside(typed, asides) ?? { text: typed };
      }),
  };
}

function listRows({ rows }: RowsQuestion) {
  return rows.map(({ label, disabled = false }, value) => ({ name: label, value, disabled }));
}

function listAsides({ asides }: RowsQuestion) {
  return asides.map((value) => ({ name: asideLabels[value], value }));
}

/** What Inquirer is given with each question. */
interface Context {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

type Put<T> = (prompts: typeof Prompts, context: Context) => Promise<T>;

/** Inquirer is loaded when it is needed, and its end by Ctrl-C is one of ours. */
async function putUnlessStopped<T>(
  { input, output, stops }: LineInput & Pick<Context, "output">,
  put: Put<T>,
): Promise<T> {
  const stop = new AbortController();
  const prompts = await import("@inquirer/prompts");
  const safeInput = withoutErrors(input);
  const stopListening = stops.listen({ onStop: (stopped) => stop.abort(stopped) });
  // Ctrl-D would leave a prompt behind that hears nothing more.
  const heed = (_text: string | undefined, { ctrl, name }: { ctrl: boolean; name?: string }) =>
    ctrl && name === "d" && stop.abort(new Stopped("SIGINT"));
  input.on("keypress", heed);
  try {
    stop.signal.throwIfAborted();
    return await put(prompts, { input: safeInput, output, signal: stop.signal });
  } catch (error) {
    stop.signal.throwIfAborted();
    if (error instanceof Error && error.name === "ExitPromptError") throw new Stopped("SIGINT");
    throw error;
  } finally {
    input.off("keypress", heed);
    stopListening();
  }
}

/**
 * The terminal, for a reader that passes on its errors to somebody who is not there: a terminal that has closed takes no
 * settings back and gives no more keys, which whoever hears the stops is told of anyway.
 */
function withoutErrors(input: NodeJS.ReadStream): NodeJS.ReadStream {
  return new Proxy(input, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (name === "setRawMode" && !isatty(0)) return target;
        if (/^(on|once|addListener)$/.test(String(name)) && args[0] === "error") return target;
        return Reflect.apply(value, target, args);
      };
    },
  });
}
