import {
  AskAgain,
  Back,
  type ReportProgress,
  type Situation,
  type Wait,
} from "../src/prompts/prompter.ts";
import { Cancelled, UserError } from "../src/shared/errors.ts";
import type { KeyDispatcher } from "./key-dispatcher.ts";
import {
  endAction,
  pressWait,
  startAction,
  startWait,
  updateWait,
  type ActionStart,
} from "./keys/wait.ts";
import type { ScreenStore } from "./screen-store.ts";
import { spinMilliseconds } from "./keys/wait.ts";

/**
 * Runs a task while the screen shows its progress. A stop request ends the wait immediately, even
 * if the task has not stopped yet. If the task must finish cleanly, only the second stop request
 * ends the wait.
 * @throws Cancelled, and any error of the task or of an action
 */
export function runWait<T>(
  { dispatcher, store }: { dispatcher: KeyDispatcher; store: ScreenStore },
  wait: Wait,
  task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  situation: Situation = { canGoBack: false },
): Promise<T> {
  const { title, body = [], steps = [], why, actions = [], mustEnd = false } = wait;
  const stop = new AbortController();
  return new Promise((resolve, reject) => {
    let state = startWait(actions, new Date());
    let hasEnded = false;
    const show = (next: typeof state) => {
      state = next;
      if (!hasEnded) dispatcher.show(state);
    };
    const stopClock = startClock(store, state.isForPerson);
    const end = (complete: () => void) => {
      if (hasEnded) return;
      hasEnded = true;
      stopClock();
      dispatcher.leave();
      complete();
    };
    const fail = (error: Error) => {
      stop.abort(error);
      end(() => reject(error));
    };
    const act = async ({ action, input }: ActionStart) => {
      show(startAction(state, action));
      const complaint = await tryAction(() => action.run(input));
      if (complaint instanceof Error) fail(complaint);
      else show(endAction(state, complaint));
    };
    dispatcher.open(
      { title, body, steps, why, ...situation, control: state },
      {
        press: (key) => {
          const outcome = pressWait(state, key);
          if (outcome && "answer" in outcome) void act(outcome.answer);
          else if (outcome) show(outcome.state);
          else if (key.name === "escape" && situation.canGoBack) fail(new Back());
          else if (key.name === "ask-again" && situation.canAskAgain) fail(new AskAgain());
        },
        onStop: fail,
        onRepeat: mustEnd ? () => undefined : undefined,
      },
    );
    if (hasEnded) return;
    const report: ReportProgress = (update) => show(updateWait(state, update, new Date()));
    const run = async () => task(report, stop.signal);
    run().then(
      (result) => end(() => resolve(result)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}

const spinsForMilliseconds = 10_000;

/**
 * Updates the time on the screen until the returned function is called. At first, the updates are
 * frequent enough for a spinner.
 */
function startClock(store: ScreenStore, isForPerson: boolean): () => void {
  const tick = () => store.update({ now: new Date() });
  tick();
  let clock = setInterval(tick, isForPerson ? 1000 : spinMilliseconds);
  const slow = setTimeout(() => {
    clearInterval(clock);
    clock = setInterval(tick, 1000);
  }, spinsForMilliseconds);
  return () => {
    clearInterval(clock);
    clearTimeout(slow);
  };
}

/**
 * Runs an action. An error that the operator can fix is returned as text; any other error ends the
 * wait.
 */
async function tryAction(
  run: () => string | undefined | Promise<string | undefined>,
): Promise<string | undefined | Error> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UserError && !(error instanceof Cancelled)) return error.message;
    return error instanceof Error
      ? error
      : new Error("The selected action failed", { cause: error });
  }
}
