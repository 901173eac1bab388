import { CliFailure } from "./cli-failure.ts";
import type { CliIo } from "./cli-io.ts";

/** Reads a stream to its end as UTF-8. */
export async function readInput(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Reads the value of a secret or variable from standard input, without trailing line breaks.
 * @throws CliFailure if standard input is a terminal, which would show the value
 */
export async function readValue({ stdin }: CliIo): Promise<string> {
  if (!stdin.isTTY) return (await readInput(stdin)).replace(/[\r\n]+$/, "");
  throw new CliFailure("the value is read from standard input: pipe it into this command");
}
