import type { Container, End } from "./start-container.ts";

/** Signals that the caller can send to a run; all of them are forwarded to the command. */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
/** Time from the request to exit until the command is killed. */
const graceMilliseconds = 10_000;

export interface SuperviseOptions {
  /** Time limit of the command. After this time, gatehouse asks the command to exit. */
  readonly timeoutSeconds?: number | undefined;
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
  for (const name of forwarded) process.on(name, forward);
  const clock = startClock(container, options.timeoutSeconds);
  try {
    const end = await container.ended;
    return { end, timedOut: clock.hasRung() };
  } finally {
    clock.stop();
    for (const name of forwarded) process.off(name, forward);
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
