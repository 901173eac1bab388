import { hasColumns, type RenderOptions } from "../src/terminal/render-options.ts";
import {
  behind,
  hintRows,
  marked,
  noRail,
  rail,
  textRows,
  type RowPrefix,
  type Row,
} from "../src/terminal/rows.ts";
import { type MarkState } from "../src/shared/marks.ts";
import type { Drawn } from "./fit-rows.ts";
import { spinMilliseconds, type WaitState } from "./keys/wait.ts";
import { drawText } from "./text-rows.ts";

/**
 * Draws the past events with their times, the current state, and the next step.
 *
 *  ✔ 0:04  your browser opened the page
 *  ● 0:09  continued to the registration form; no response yet, for 2:32
 *  ○       receive, store and verify the key
 */
export function drawWait(wait: WaitState, style: RenderOptions, now: Date): Drawn {
  const problem = wait.problem ? problemRows(wait.problem, style) : [];
  const past = seenRows(wait, style);
  const present = presentRows(wait, style, now);
  const isBoth = problem.length > 0 && past.length + present.length > 0;
  const between = isBoth ? [rail(style, "active").rest] : [];
  const above: Row[] = [...problem, ...between, ...past, ...present];
  if (!wait.entry) {
    // A problem must be visible. If there is no problem, the current state is shown, and past
    // events scroll out of view.
    const start = problem.length > 0 ? 0 : past.length;
    return { rows: above, focus: { start, end: above.length } };
  }
  const prefix = rail(style, "active");
  const gap = above.length > 0 ? [prefix.rest] : [];
  const title = textRows(wait.entry.action.input ?? "", { style, tone: "strong", prefix });
  const field = drawText(wait.entry.text, style, prefix);
  const start = above.length + gap.length + title.length;
  return {
    rows: [...above, ...gap, ...title, ...field.rows],
    focus: { start: above.length, end: start + field.rows.length },
    ...(field.cursor && { cursor: { x: field.cursor.x, y: start + field.cursor.y } }),
  };
}

function problemRows(
  { text, hints = [] }: NonNullable<WaitState["problem"]>,
  style: RenderOptions,
): Row[] {
  const prefix = rail(style, "warning");
  return [
    ...textRows(text, { style, prefix: marked(style, "attention", prefix) }),
    ...hints.flatMap((hint) => hintRows(hint, { style, prefix })),
  ];
}

/** Draws the past events with their times. */
function seenRows({ seen, startedAt }: WaitState, style: RenderOptions): Row[] {
  return seen.flatMap(({ at, text, state }) =>
    eventRow(state, formatDuration(at, startedAt), text, style),
  );
}

/** Draws the current state with its duration, and the next step. */
function presentRows(wait: WaitState, style: RenderOptions, now: Date): Row[] {
  const { seen, line, lineAt, next, startedAt } = wait;
  if (!wait.isForPerson && seen.length === 0)
    return line === "" ? [] : textRows(line, { style, prefix: rail(style, "active") });
  const since =
    now.getTime() - lineAt.getTime() < longest ? "" : `, for ${formatDuration(now, lineAt)}`;
  return [
    ...(line === ""
      ? []
      : eventRow("active", formatDuration(lineAt, startedAt), line + since, style)),
    ...(next === undefined ? [] : eventRow("next", "", next, style)),
  ];
}

function eventRow(state: MarkState, time: string, text: string, style: RenderOptions): Row[] {
  const prefix = marked(style, state);
  if (!hasColumns(style))
    return textRows(time === "" ? text : `${time}: ${text}`, { style, prefix });
  return textRows(text, { style, prefix: behind(prefix, [{ text: time.padEnd(6) }]) });
}

/** Duration in ms after which a wait shows the elapsed time. */
const longest = 10_000;

/** Returns `7:19 left` if the wait has a deadline, otherwise the elapsed time of a long wait. */
export function formatClock({ startedAt, deadline }: WaitState, now: Date): string {
  if (deadline) {
    const left = deadline.getTime() - now.getTime();
    return `${left < 60_000 ? "! " : ""}${formatDuration(deadline, now)} left`;
  }
  return now.getTime() - startedAt.getTime() < longest ? "" : formatDuration(now, startedAt);
}

function formatDuration(later: Date, earlier: Date): string {
  const seconds = Math.max(0, Math.round((later.getTime() - earlier.getTime()) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const tail = `${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Returns a spinner to draw instead of the mark during a short wait. */
export function spin({ now }: { readonly now: Date }, { signs }: RenderOptions): RowPrefix {
  const turn = Math.floor(now.getTime() / spinMilliseconds) % signs.spinner.length;
  const text = signs.spinner[turn] ?? signs.active;
  return { first: [{ text: " " }, { text, tone: "active" }, { text: " " }], rest: noRail.rest };
}
