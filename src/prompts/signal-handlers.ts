import { isatty } from "node:tty";
import type { StopSignal } from "../shared/errors.ts";
import { createStops, type Stops } from "./stops.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies readonly StopSignal[];

type Hearing = Pick<NodeJS.Process, "on" | "off" | "kill" | "pid" | "stdin" | "stdout" | "stderr">;

/**
 * Listens for stop signals, and for a closing terminal even if the session does not send a signal.
 * @returns the stops, and a function that restores the default signal behavior
 */
export function handleSignals(run: Hearing = process): { stops: Stops; end: () => void } {
  const stops = createStops((by) => {
    end();
    run.kill(run.pid, by);
  });
  const onSignal = (signal: NodeJS.Signals) => stops.stop(signalOf(signal));
  const hangUp = () => stops.stop("SIGHUP");
  const onStreamError = ({ code }: NodeJS.ErrnoException) => code === "EIO" && hangUp();
  // Ctrl-D also ends the input, but the terminal is still open.
  const onTerminalEnd = () => (isatty(0) ? stops.endInput() : hangUp());
  const { stdin } = run;
  const terminals = [stdin, run.stdout, run.stderr].filter(({ isTTY }) => isTTY);
  const end = () => {
    // A terminal that closes sends several signals, which must not interrupt the remaining work.
    for (const signal of signals.filter((one) => one !== "SIGHUP" || !stops.isHungUp())) {
      run.off(signal, onSignal);
    }
    // The error handlers are kept, because an unhandled terminal error would be reported as a bug.
    stdin.off("end", onTerminalEnd);
  };
  for (const signal of signals) run.on(signal, onSignal);
  for (const terminal of terminals) terminal.on("error", onStreamError);
  if (stdin.isTTY) stdin.on("end", onTerminalEnd);
  return { stops, end };
}

function signalOf(signal: NodeJS.Signals): StopSignal {
  return signals.find((one) => one === signal) ?? "SIGTERM";
}
