import type { Container, End } from "./start-container.ts";

/** The ways in which a run is stopped from outside; each is the command's to answer. */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
/** What a command that does not end has left after it was asked to. */
const graceMilliseconds = 10_000;

export interface SuperviseOptions {
  /** After so long it is asked to end, and then made to. */
  readonly timeoutSeconds?: number | undefined;
}

export interface Supervision {
  readonly end: End;
  readonly timedOut: boolean;
}

/** Stands between the caller and the command until it ends: signals, and the time it may take. */
export async function supervise(
  container: Pick<Container, "signal" | "ended">,
  options: SuperviseOptions,
): Promise<Supervision> {
  const asked = new Set<NodeJS.Signals>();
  const forward = (name: NodeJS.Signals) => {
    // Whoever asks twice means it.
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
