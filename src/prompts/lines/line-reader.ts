import { isatty } from "node:tty";
import { Stopped } from "../../shared/errors.ts";
import { readTypedLine, type LineInput } from "./typed-lines.ts";

/** Reads one line that is typed behind a prompt. @throws Cancelled */
export type ReadLine = (prompt: string) => Promise<string>;

/** Inquirer's line, which a person edits where it stands; on a terminal that can do nothing else, a line and Enter. */
export function createLineReader(
  from: LineInput,
  output: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): ReadLine {
  if (env["TERM"] === "dumb") return (prompt) => readTypedLine(from, output, prompt);
  return (prompt) => readEdited(from, output, prompt);
}

const plain = (text: string) => text;
/** Words and what is typed, without colours; the first word stands where Inquirer has a mark of its own. */
function dress(prompt: string) {
  const [prefix = "", ...words] = prompt.split(" ");
  const style = { message: plain, answer: plain, defaultAnswer: plain };
  return { message: words.join(" "), theme: { prefix: { idle: prefix, done: prefix }, style } };
}

/** Inquirer is loaded when it is needed, and its end by Ctrl-C is one of ours. */
async function readEdited(
  { input, stops }: LineInput,
  output: NodeJS.WriteStream,
  prompt: string,
): Promise<string> {
  const stop = new AbortController();
  const { input: ask } = await import("@inquirer/prompts");
  const safeInput = withoutErrors(input);
  const stopListening = stops.listen({ onStop: (stopped) => stop.abort(stopped) });
  // Ctrl-D would leave a prompt behind that hears nothing more.
  const heed = (_text: string | undefined, { ctrl, name }: { ctrl: boolean; name?: string }) =>
    ctrl && name === "d" && stop.abort(new Stopped("SIGINT"));
  input.on("keypress", heed);
  try {
    stop.signal.throwIfAborted();
    return await ask(dress(prompt), { input: safeInput, output, signal: stop.signal });
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
