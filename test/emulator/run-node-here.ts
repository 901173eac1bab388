import { createRequire } from "node:module";
import { createContext, Script } from "node:vm";
import { runScript, type RunScript } from "../../emulator/runner/run-script.ts";

const require = createRequire(import.meta.url);

/**
 * Runs the script of a `node {0}` step within this process, from the same text and with only the
 * step's variables. A flow's test starts some twenty of them, and Node needs a tenth of a second to
 * start. The promise of its last statement resolves when it finishes. Every other script runs in a
 * process of its own.
 */
export const runNodeHere: RunScript = async (script, onLine, signal) => {
  if (script.shell !== "node {0}") return runScript(script, onLine, signal);
  if (signal.aborted) return undefined;
  const process: { env: object; exitCode?: number } = { env: script.env };
  const print = (text: string) => text.split("\n").forEach(onLine);
  const context = createContext({
    process,
    require,
    Buffer,
    URL,
    console: { log: print, error: print },
    // Aborts open requests, as killing the process would.
    fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal }),
  });
  const end: unknown = new Script(script.text).runInContext(context);
  if (!(typeof end === "object" && end && "then" in end)) {
    throw new Error("The value of the script's last statement is not a promise.");
  }
  await (end as Promise<unknown>);
  return signal.aborted ? undefined : (process.exitCode ?? 0);
};
