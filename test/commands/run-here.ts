import { delimiter, dirname } from "node:path";
import { execPath } from "node:process";
import { vi } from "vitest";
import { printError } from "../../src/cli/print-error.ts";
import type { Ended } from "./installed-program.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command within the process of the test, with an environment of its own. Use it if the test
 * is not about the process, because starting Node takes longer than most commands.
 * @param command calls the same function as the command line
 */
export async function runHere(
  command: () => Promise<void>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const restore = [replaceEnvironment(env), keepListeners()];
  const out = captureWrites(process.stdout);
  const err = captureWrites(process.stderr);
  const { exitCode: before } = process;
  process.exitCode = undefined;
  try {
    await command().catch((error: unknown) => (process.exitCode = printError(error)));
    return { code: Number(process.exitCode ?? 0), out: out.stop(), err: err.stop() };
  } finally {
    process.exitCode = before;
    for (const stop of [out.stop, err.stop, ...restore]) stop();
  }
}

function captureWrites(stream: NodeJS.WriteStream) {
  let text = "";
  const write = vi.spyOn(stream, "write").mockImplementation((chunk) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  });
  return {
    stop: () => {
      write.mockRestore();
      return text;
    },
  };
}

function replaceEnvironment(env: Readonly<Record<string, string | undefined>>): () => void {
  const before = process.env;
  const path = [dirname(execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  const given = Object.entries({ PATH: path, LANG: "C.UTF-8", ...env });
  process.env = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return () => {
    process.env = before;
  };
}

/**
 * Records the signal listeners, because a command listens until its process exits.
 * @returns removes the listeners that were added since then
 */
function keepListeners(): () => void {
  const before = signals.map((signal) => process.listeners(signal));
  return () => {
    for (const [index, signal] of signals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[index]?.includes(listener)) process.off(signal, listener);
      }
    }
  };
}
