import { Cancelled, UserError } from "../../shared/errors.ts";
import { stepLines, updateLines } from "../plain-lines.ts";
import { Back } from "../prompter.ts";
import type { Say, Wait, WaitAction, WaitUpdate } from "../prompter.ts";
import { printable, printableLine } from "../../shared/print-text.ts";
import { stoppingLine } from "../stops.ts";
import { listenToLines, type LineInput } from "./typed-lines.ts";

interface Place extends LineInput {
  readonly print: (line: string) => void;
}

interface LineTask<T> {
  readonly task: (say: Say, signal: AbortSignal) => Promise<T>;
  /** Whether Back may leave it. */
  readonly canGoBack: boolean;
}

interface Ending {
  readonly fail: (error: unknown) => void;
  readonly canGoBack: boolean;
}

const minute = 60_000;

/**
 * Runs a task and prints what changes; every minute a line says that it still waits. A letter and Enter is an action.
 * What has to be brought to its end is given up on the second stop only.
 * @throws Cancelled, Back, and whatever the task or one of its actions throws
 */
export function runLineWait<T>(
  { input, stops, print }: Place,
  wait: Wait,
  { task, canGoBack }: LineTask<T>,
): Promise<T> {
  const stopped = wait.mustEnd ? undefined : stops.take();
  if (stopped) return Promise.reject(stopped);
  const stop = new AbortController();
  const startedAt = Date.now();
  let told: WaitUpdate = {};
  sayStart(wait, canGoBack).forEach(print);
  return new Promise((resolve, reject) => {
    const remind = () => {
      const minutes = Math.round((Date.now() - startedAt) / minute);
      print(printableLine(`Still waiting (${minutes} min): ${told.line ?? wait.title}`));
    };
    const clock = setInterval(remind, minute);
    const end = (settle: () => void) => {
      clearInterval(clock);
      stopListening();
      settle();
    };
    const fail = (error: unknown) => {
      stop.abort(error);
      end(() => reject(error));
    };
    const stopListening = listenToLines(
      { input, stops },
      {
        onLine: createActionReader(wait.actions ?? [], { print, fail, canGoBack }),
        onStop: fail,
        onHeld: wait.mustEnd && (() => print(`${stoppingLine}; Ctrl-C again gives up on it.`)),
      },
    );
    const say: Say = (update) => {
      updateLines(update, told).forEach(print);
      told = { ...told, ...update };
    };
    const run = async () => task(say, stop.signal);
    run().then((result) => end(() => resolve(result)), fail);
  });
}

function sayStart(wait: Wait, canGoBack: boolean): string[] {
  const { title, body = [], actions = [] } = wait;
  const keys = actions.map(({ key, label }) =>
    key === bareEnter ? `  Enter: ${label}` : `  ${key} and Enter: ${label}`,
  );
  const back = canGoBack ? [`  ${backKey} and Enter: back`] : [];
  const lines = [...body, ...stepLines(wait), ...keys, ...back, "  Ctrl-C: stop"];
  return [title, ...lines].map(printable);
}

/** The key of an action that a line without anything on it is. */
const bareEnter = "enter";
const backKey = "b";

/** A line is the letter of an action, or what the action before it asked for. */
function createActionReader(
  actions: readonly WaitAction[],
  { print, fail, canGoBack }: Pick<Place, "print"> & Ending,
): (line: string) => void {
  let asking: WaitAction | undefined;
  const act = async (action: WaitAction, input: string) => {
    try {
      const complaint = await action.run(input);
      print(printable(complaint ?? `${action.label}: done`));
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof Cancelled) return fail(error);
      print(printable(error.message));
    }
  };
  return (line) => {
    const asked = asking;
    asking = undefined;
    if (asked) return void act(asked, line.trim());
    const pressed = line.trim() || bareEnter;
    if (pressed === backKey && canGoBack) return fail(new Back());
    const action = actions.find(({ key }) => key === pressed);
    if (action?.input !== undefined) {
      asking = action;
      return print(printable(action.input));
    }
    if (action) return void act(action, "");
    if (line.trim()) print(`"${printable(line.trim())}" is none of the letters above.`);
  };
}
