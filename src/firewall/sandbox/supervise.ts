import type { Container, End } from "./start-container.ts";

/** Signals that the caller can send to a run; all of them are forwarded to the command. */
export const forwardedSignals = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR1",
  "SIGUSR2",
] as const;
/**
 * Time in milliseconds between two signals that have the same sender, because one was sent to the
 * process group and the other one was forwarded by the parent process.
 */
const sameSenderMilliseconds = 200;
/** Time from the request to exit until the command is killed. */
const graceMilliseconds = 10_000;

export interface SuperviseOptions {
  /** Time limit of the command. After this time, gatehouse asks the command to exit. */
  readonly timeoutSeconds?: number | undefined;
  /** Calls a function for each signal that the parent process forwards. */
  readonly onForwarded?: ((receive: (name: NodeJS.Signals) => void) => void) | undefined;
}

export interface Supervision {
  readonly end: End;
  readonly timedOut: boolean;
}

/**
 * Forwards signals from the caller to the command and enforces its time limit until the command
 * exits.
 */
export async function supervise(
  container: Pick<Container, "signal" | "ended">,
  options: SuperviseOptions,
): Promise<Supervision> {
  const asked = new Set<NodeJS.Signals>();
  const forward = (name: NodeJS.Signals) => {
    // A repeated signal kills the command.
    container.signal(
      asked.has(name) && name !== "SIGUSR1" && name !== "SIGUSR2" ? "SIGKILL" : name,
    );
    asked.add(name);
  };
  const received = new Map<NodeJS.Signals, number>();
  const receive = (name: NodeJS.Signals) => {
    received.set(name, performance.now());
    forward(name);
  };
  for (const name of forwardedSignals) process.on(name, receive);
  options.onForwarded?.((name) => {
    const at = performance.now();
    const act = () => {
      if ((received.get(name) ?? -Infinity) < at - sameSenderMilliseconds) forward(name);
    };
    // This process may receive its own copy of the signal later.
    setTimeout(act, sameSenderMilliseconds).unref();
  });
  const clock = startClock(container, options.timeoutSeconds);
  try {
    const end = await container.ended;
    return { end, timedOut: clock.hasRung() };
  } finally {
    clock.stop();
    for (const name of forwardedSignals) process.off(name, receive);
  }
}

function startClock(container: Pick<Container, "signal">, seconds: number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let rung = false;
  if (seconds !== undefined && seconds > 0) {
    timer = setTimeout(() => {
      rung = true;
      container.signal("SIGTERM");
      timer = setTimeout(() => container.signal("SIGKILL"), graceMilliseconds);
    }, seconds * 1000);
  }
  return { stop: () => clearTimeout(timer), hasRung: () => rung };
}
