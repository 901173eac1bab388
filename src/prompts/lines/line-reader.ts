import { isatty } from "node:tty";
import { Stopped } from "../../shared/errors.ts";
import { readTypedLine, type LineInput } from "./typed-lines.ts";

/** Prints a prompt and reads a line. @throws Cancelled */
export type ReadLine = (prompt: string) => Promise<string>;

/**
 * Creates a line reader that uses Inquirer's editable line, or a plain line if the terminal cannot
 * move its cursor.
 */
export function createLineReader(
  from: LineInput,
  output: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): ReadLine {
  if (env["TERM"] === "dumb") return (prompt) => readTypedLine(from, output, prompt);
  return (prompt) => readEdited(from, output, prompt);
}

const plain = (text: string) => text;
/** Formats the prompt without colors. The first word of the prompt replaces Inquirer's prefix. */
function dress(prompt: string) {
  const [prefix = "", ...words] = prompt.split(" ");
  const style = { message: plain, answer: plain, defaultAnswer: plain };
  return { message: words.join(" "), theme: { prefix: { idle: prefix, done: prefix }, style } };
}

/** Loads Inquirer on demand, and maps its Ctrl-C error to gatehouse's own. */
async function readEdited(
  { input, stops }: LineInput,
  output: NodeJS.WriteStream,
  prompt: string,
): Promise<string> {
  const stop = new AbortController();
  const { input: ask } = await import("@inquirer/prompts");
  const safeInput = withoutErrors(input);
  const stopListening = stops.listen({ onStop: (stopped) => stop.abort(stopped) });
  // Without this, Ctrl-D would end the input but leave the prompt open.
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
 * Wraps the terminal so that its errors do not reach code without an error handler. Restoring the
 * settings of a closed terminal fails, but the signal handlers already report that it is closed.
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
