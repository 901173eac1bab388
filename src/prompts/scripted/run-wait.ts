import { InvalidInput } from "../../shared/errors.ts";
import type { Print } from "../plain-lines.ts";
import { createPlainWait } from "../plain-wait.ts";
import type { ReportProgress, Wait } from "../prompter.ts";
import type { ScriptedAction } from "../scripted-answers.ts";
import { printableLine } from "../../shared/print-text.ts";
import { stoppingLine, type Stops } from "../stops.ts";

interface WaitScript {
  readonly actions: readonly ScriptedAction[];
  readonly print: Print;
  readonly stops: Stops;
}

/** Runs a task. After the task has started, performs the actions from the file in order. */
export async function runScriptedWait<T>(
  { actions, print, stops }: WaitScript,
  wait: Wait,
  task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = wait.mustEnd ? undefined : stops.consume();
  if (stopped) throw stopped;
  const stop = new AbortController();
  const plainWait = createPlainWait(wait, print, () => new Date());
  plainWait.begin();
  return new Promise<T>((resolve, reject) => {
    const fail = (error: unknown) => {
      stop.abort(error);
      reject(error);
    };
    const stopListening = stops.listen({
      onStop: fail,
      onRepeat: wait.mustEnd && (() => print(`${stoppingLine}.`)),
    });
    const run = async () => task(plainWait.report, stop.signal);
    run().then(resolve, reject).finally(stopListening);
    // The actions run in a later turn of the event loop, so that the task has already started.
    setImmediate(() => void runActions(wait, actions, print).catch(fail));
  });
}

async function runActions(
  wait: Wait,
  actions: readonly ScriptedAction[],
  print: Print,
): Promise<void> {
  for (const { action: id, input } of actions) {
    const action = wait.actions?.find((one) => one.id === id);
    if (!action) {
      const known = wait.actions?.map((one) => JSON.stringify(one.id)).join(", ") || "none";
      throw new InvalidInput(`actions["${wait.id}"]: "${id}" is not a valid action; use ${known}.`);
    }
    print(printableLine(`> ${action.label}`));
    const complaint = await action.run(input);
    if (complaint !== undefined) {
      throw new InvalidInput(`actions["${wait.id}"]: "${id}" was rejected: ${complaint}`);
    }
  }
}
