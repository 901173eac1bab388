import { PassThrough } from "node:stream";
import { createLinePrompter } from "../../src/prompts/line-prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { noStops } from "./no-stops.ts";

/**
 * Answers prompts in a line-only terminal, with one line per prompt, and returns the text shown.
 */
export async function answer<T>(
  ask: (prompter: Prompter) => Promise<T>,
  typed: readonly string[],
  columns = 80,
): Promise<{ given: T | Error; shown: string }> {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns });
  const left = [...typed];
  let shown = "";
  output.on("data", (piece: Buffer) => {
    shown += piece.toString();
    const isAsking = piece.toString().endsWith(" ");
    if (isAsking && left.length > 0) setImmediate(() => input.write(`${left.shift() ?? ""}\n`));
  });
  const prompter = createLinePrompter({
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    env: { TERM: "dumb" },
    stops: noStops(),
  });
  const given = await ask(prompter).catch((error: Error) => error);
  return { given, shown };
}
