import { Cancelled, UserError } from "../../shared/errors.ts";
import { printable, printableLine } from "../../shared/print-text.ts";
import type { Print } from "../plain-lines.ts";
import { createPlainWait, type PlainWait } from "../plain-wait.ts";
import { AskAgain, Back } from "../prompter.ts";
import type { ReportProgress, Situation, Wait, WaitAction } from "../prompter.ts";
import { stoppingLine } from "../stops.ts";
import { asidesOf, readAside, type Aside } from "./asides.ts";
import { listenToLines, type LineInput } from "./typed-lines.ts";

interface Location extends LineInput {
  readonly print: Print;
  readonly situation: Situation;
}

/**
 * Runs a task, prints its updates, and prints a reminder at intervals. The operator runs an action
 * by typing its letter and Enter. A task that must finish is abandoned only if the operator stops
 * it twice.
 * @throws Back, AskAgain, Cancelled, and any error of the task or an action
 */
export function runLineWait<T>(
  { input, stops, print, situation }: Location,
  wait: Wait,
  task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = wait.mustEnd ? undefined : stops.consume();
  if (stopped) return Promise.reject(stopped);
  const stop = new AbortController();
  const asides = asidesOf(wait.why, situation);
  const plainWait = createPlainWait(wait, print, () => new Date());
  plainWait.begin();
  print(describeKeys(wait, asides));
  return new Promise((resolve, reject) => {
    const reminders = startReminders(plainWait);
    const end = (complete: () => void) => {
      reminders.stop();
      stopListening();
      complete();
    };
    const fail = (error: unknown) => {
      stop.abort(error);
      end(() => reject(error));
    };
    const stepAside = (aside: Aside) => {
      if (aside === "why") print(printable(wait.why ?? ""));
      else fail(aside === "back" ? new Back() : new AskAgain());
    };
    const stopListening = listenToLines(
      { input, stops },
      {
        onLine: createActionReader(wait.actions ?? [], { print, fail, asides, stepAside }),
        onStop: fail,
        onRepeat:
          wait.mustEnd && (() => print(`${stoppingLine}; press Ctrl-C again to abandon it.`)),
      },
    );
    const report: ReportProgress = (update) => {
      plainWait.report(update);
      reminders.plan();
    };
    const run = async () => task(report, stop.signal);
    run().then((result) => end(() => resolve(result)), fail);
  });
}

/** Prints reminders until stopped. Reschedules them if a deadline becomes known later. */
function startReminders(plainWait: PlainWait): {
  readonly plan: () => void;
  readonly stop: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(remind, plainWait.nextReminder().getTime() - Date.now());
  };
  const remind = () => {
    plainWait.remind();
    plan();
  };
  plan();
  return { plan, stop: () => clearTimeout(timer) };
}

/** Formats the available keys: `o and Enter: open again; b and Enter: back. Ctrl-C: stop`. */
function describeKeys({ actions = [] }: Wait, asides: readonly Aside[]): string {
  const words = {
    why: "? and Enter: why",
    back: "b and Enter: back",
    again: "again and Enter: start over",
  };
  const keys = [
    ...actions.map(({ key, label }) => `${describeKey(key)}: ${printableLine(label)}`),
    ...asides.map((aside) => words[aside]),
  ];
  return [...(keys.length > 0 ? [keys.join("; ")] : []), "Ctrl-C: stop"].join(". ");
}

/** An empty line runs the main action. */
function describeKey(key: string): string {
  return key === "enter" ? "Enter" : `${key} and Enter`;
}

interface Reading {
  readonly print: Print;
  readonly fail: (error: unknown) => void;
  readonly asides: readonly Aside[];
  readonly stepAside: (aside: Aside) => void;
}

/**
 * Handles a line, which is either the letter of an action or the text that the previous action
 * requested.
 */
function createActionReader(
  actions: readonly WaitAction[],
  { print, fail, asides, stepAside }: Reading,
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
    const typed = line.trim();
    if (asked) return void act(asked, typed);
    const action = actions.find(({ key }) => key === (typed || "enter"));
    if (action?.input !== undefined) {
      asking = action;
      return print(printable(action.input));
    }
    if (action) return void act(action, "");
    const aside = readAside(typed, asides);
    if (aside) return stepAside(aside);
    if (typed) print(`"${printable(typed)}" is not one of the letters above.`);
  };
}
