import type { WaitAction, WaitUpdate } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";
import type { Outcome } from "./outcome.ts";
import { pressText, startText, type TextState } from "./text.ts";

/**
 * A task whose progress the screen shows, and the actions that the operator can start while it
 * runs.
 */
export interface WaitState {
  readonly kind: "wait";
  readonly startedAt: Date;
  readonly actions: readonly WaitAction[];
  /**
   * Whether the task waits for an action of the operator. If so, the screen shows events, times and
   * the next step.
   */
  readonly isForPerson: boolean;
  readonly line: string;
  /** Time at which `line` last changed. */
  readonly lineAt: Date;
  readonly seen: readonly Sight[];
  readonly next?: string | undefined;
  readonly link?: string | undefined;
  readonly deadline?: Date | undefined;
  readonly problem?: WaitUpdate["problem"];
  /** Action that is asking for a line of text, and the text entered so far. */
  readonly entry?: { readonly action: WaitAction; readonly text: TextState } | undefined;
  /** The running action. No other action can start until it finishes. */
  readonly running?: WaitAction | undefined;
  readonly complaint?: string | undefined;
}

/** An observed event, expected or not. */
interface Sight {
  readonly at: Date;
  readonly text: string;
  readonly state: "done" | "attention";
}

/** Duration in ms of one frame of the spinner. */
export const spinMilliseconds = 120;

export interface ActionStart {
  readonly action: WaitAction;
  readonly input: string;
}

export function startWait(actions: readonly WaitAction[], startedAt: Date): WaitState {
  const isForPerson = actions.length > 0;
  return { kind: "wait", startedAt, actions, isForPerson, line: "", lineAt: startedAt, seen: [] };
}

/** Handles a key. The answer is an action to run; the wait continues. */
export function pressWait(state: WaitState, key: Key): Outcome<WaitState, ActionStart> {
  if (state.running) return undefined;
  if (state.entry) return pressEntry(state, state.entry, key);
  const pressed = key.name === "character" ? key.text : key.name;
  const action = state.actions.find((one) => one.key === pressed);
  if (!action) return undefined;
  if (action.input === undefined) return { answer: { action, input: "" } };
  return { state: { ...state, complaint: undefined, entry: { action, text: startText({}) } } };
}

function pressEntry(
  state: WaitState,
  entry: NonNullable<WaitState["entry"]>,
  key: Key,
): Outcome<WaitState, ActionStart> {
  const calm = { ...state, complaint: undefined };
  if (key.name === "escape") return { state: { ...calm, entry: undefined } };
  const outcome = pressText(entry.text, key);
  if (!outcome) return undefined;
  if ("answer" in outcome) return { answer: { action: entry.action, input: outcome.answer } };
  return { state: { ...calm, entry: { ...entry, text: outcome.state } } };
}

export function startAction(state: WaitState, action: WaitAction): WaitState {
  return { ...state, running: action, complaint: undefined };
}

/**
 * @param complaint reason why the action failed; in that case the entered text stays, so that it
 *   can be corrected
 */
export function endAction(state: WaitState, complaint: string | undefined): WaitState {
  const entry = complaint === undefined ? undefined : state.entry;
  return { ...state, running: undefined, entry, complaint };
}

/** Applies an update. Omitted fields keep their value; `null` removes a value. */
export function updateWait(state: WaitState, update: WaitUpdate, now: Date): WaitState {
  const isNews = update.line !== undefined && update.line !== state.line;
  const seen = putSights(state.seen, update, now);
  const lineAt = isNews || seen !== state.seen ? now : state.lineAt;
  return {
    ...state,
    line: update.line ?? state.line,
    lineAt,
    seen,
    next: update.next ?? state.next,
    link: update.link === undefined ? state.link : (update.link ?? undefined),
    deadline: update.deadline === undefined ? state.deadline : (update.deadline ?? undefined),
    problem: update.problem === undefined ? state.problem : update.problem,
  };
}

function putSights(
  before: WaitState["seen"],
  { seen, amiss }: WaitUpdate,
  at: Date,
): WaitState["seen"] {
  const sights: readonly Sight[] = [
    ...(seen === undefined ? [] : [{ at, text: seen, state: "done" } as const]),
    ...(amiss === undefined ? [] : [{ at, text: amiss, state: "attention" } as const]),
  ];
  return sights.reduce(putSight, before);
}

/** Adds an event. If it repeats the last event, only the time of the existing row changes. */
function putSight(seen: WaitState["seen"], sight: Sight): WaitState["seen"] {
  return [...(seen.at(-1)?.text === sight.text ? seen.slice(0, -1) : seen), sight];
}
