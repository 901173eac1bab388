/** Signals that end the process without asking; Ctrl-C is a question's to take. */
const signals = ["SIGTERM", "SIGHUP"] as const;

type Dying = Pick<NodeJS.Process, "on" | "off" | "kill" | "pid">;

/**
 * Says something when a signal ends the process, which it still does. Screens that were opened before have left the
 * terminal by then.
 * @returns stops listening
 */
export function onKilled(say: () => void, dying: Dying = process): () => void {
  const stop = () => {
    for (const signal of signals) dying.off(signal, die);
  };
  const die = (signal: NodeJS.Signals) => {
    stop();
    say();
    // Now that nobody listens, the signal does what it does by default.
    dying.kill(dying.pid, signal);
  };
  for (const signal of signals) dying.on(signal, die);
  return stop;
}
