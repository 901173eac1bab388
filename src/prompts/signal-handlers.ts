import { isatty } from "node:tty";
import type { StopSignal } from "../shared/errors.ts";
import { createStops, type Stops } from "./stops.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies readonly StopSignal[];

type Hearing = Pick<NodeJS.Process, "on" | "off" | "kill" | "pid" | "stdin" | "stdout" | "stderr">;

/**
 * Hears what stops a run: the signals, and a terminal that closes, which not every session says with a signal.
 * @returns the stops, and what ends hearing: a signal does then what it does by default
 */
export function handleSignals(run: Hearing = process): { stops: Stops; end: () => void } {
  const stops = createStops((by) => {
    end();
    run.kill(run.pid, by);
  });
  const hear = (signal: NodeJS.Signals) => stops.stop(signalOf(signal));
  const hangUp = () => stops.stop("SIGHUP");
  const onStreamError = ({ code }: NodeJS.ErrnoException) => code === "EIO" && hangUp();
  // Ctrl-D ends the input, too; the terminal is still there then.
  const onTerminalEnd = () => (isatty(0) ? stops.endInput() : hangUp());
  const { stdin } = run;
  const terminals = [stdin, run.stdout, run.stderr].filter(({ isTTY }) => isTTY);
  const end = () => {
    // A closing terminal signals more than once; what is left to do then is done all the same.
    for (const signal of signals.filter((one) => one !== "SIGHUP" || !stops.isHungUp())) {
      run.off(signal, hear);
    }
    // An error of a terminal that nobody hears would be a bug of ours: it stays heard.
    stdin.off("end", onTerminalEnd);
  };
  for (const signal of signals) run.on(signal, hear);
  for (const terminal of terminals) terminal.on("error", onStreamError);
  if (stdin.isTTY) stdin.on("end", onTerminalEnd);
  return { stops, end };
}

function signalOf(signal: NodeJS.Signals): StopSignal {
  return signals.find((one) => one === signal) ?? "SIGTERM";
}
