import { spawn } from "node:child_process";
import { constants } from "node:os";
import { forwardedSignals } from "./supervise.ts";

export interface RunAgainOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Receives messages of the other process, and a function that sends a response. */
  readonly onMessage: (message: unknown, send: (reply: object) => void) => void;
  /**
   * Sends a signal to the other process as a message. A message differs from a signal to the
   * process group, which the other process receives itself.
   * @returns false if the other process does not handle such messages yet
   */
  readonly sendSignal: (name: NodeJS.Signals, send: (message: object) => void) => boolean;
  /** Called after the other process has exited. Signals do not interrupt it. */
  readonly finish: () => Promise<void>;
}

/**
 * Runs the command line of this process in another process, with the same standard streams.
 * @returns the exit code of the other process
 */
export async function runAgain(options: RunAgainOptions): Promise<number> {
  const { env, onMessage, sendSignal, finish } = options;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env,
  });
  // The process may exit before a response.
  const send = (message: object) => void (child.connected && child.send(message));
  child.on("message", (message: unknown) => onMessage(message, send));
  const forward = (signal: NodeJS.Signals) => {
    if (!sendSignal(signal, send)) child.kill(signal);
  };
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      );
    });
  } finally {
    await finish();
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}
