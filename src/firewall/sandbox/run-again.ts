import { spawn } from "node:child_process";
import { constants } from "node:os";
import { hasTerminal } from "./job-control.ts";

export interface RunAgainOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Receives messages of the other process, and a function that sends a response. */
  readonly onMessage: (message: unknown, send: (reply: object) => void) => void;
}

/** Signals that a terminal sends to all processes in its foreground. */
const ofTerminal: ReadonlySet<NodeJS.Signals> = new Set(["SIGINT", "SIGQUIT", "SIGHUP"]);
const forwarded = [...ofTerminal, "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Runs the command line of this process in another process, with the same standard streams.
 * @returns the exit code of the other process
 */
export async function runAgain({ env, onMessage }: RunAgainOptions): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env,
  });
  child.on("message", (message: unknown) =>
    // The process may exit before the response.
    onMessage(message, (reply) => void (child.connected && child.send(reply))),
  );
  const forward = (signal: NodeJS.Signals) => {
    if (!ofTerminal.has(signal) || !hasTerminal()) child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      );
    });
  } finally {
    for (const signal of forwarded) process.off(signal, forward);
  }
}
