import { hasColumns, type Look } from "../src/terminal/render-options.ts";
import {
  behind,
  hintRows,
  marked,
  noRail,
  rail,
  textRows,
  type Lead,
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
 *  ● 0:09  redirected to GitHub; no answer yet, for 2:32
 *  ○       receive, store and verify the key
 */
export function drawWait(wait: WaitState, look: Look, now: Date): Drawn {
  const problem = wait.problem ? problemRows(wait.problem, look) : [];
  const past = seenRows(wait, look);
  const present = presentRows(wait, look, now);
  const isBoth = problem.length > 0 && past.length + present.length > 0;
  const between = isBoth ? [rail(look, "active").rest] : [];
  const above: Row[] = [...problem, ...between, ...past, ...present];
  if (!wait.entry) {
    // A problem has priority. Otherwise, past events make room for the current state.
    const start = problem.length > 0 ? 0 : past.length;
    return { rows: above, focus: { start, end: above.length } };
  }
  const lead = rail(look, "active");
  const gap = above.length > 0 ? [lead.rest] : [];
  const title = textRows(wait.entry.action.input ?? "", { look, tone: "strong", lead });
  const field = drawText(wait.entry.text, look, lead);
  const start = above.length + gap.length + title.length;
  return {
    rows: [...above, ...gap, ...title, ...field.rows],
    focus: { start: above.length, end: start + field.rows.length },
    ...(field.cursor && { cursor: { x: field.cursor.x, y: start + field.cursor.y } }),
  };
}

function problemRows({ say, hints = [] }: NonNullable<WaitState["problem"]>, look: Look): Row[] {
  const lead = rail(look, "warning");
  return [
    ...textRows(say, { look, lead: marked(look, "attention", lead) }),
    ...hints.flatMap((hint) => hintRows(hint, { look, lead })),
  ];
}

/** Draws the past events with their times. */
function seenRows({ seen, startedAt }: WaitState, look: Look): Row[] {
  return seen.flatMap(({ at, text, state }) =>
    eventRow(state, formatDuration(at, startedAt), text, look),
  );
}

/** Draws the current state since the last event, and the next step. */
function presentRows(wait: WaitState, look: Look, now: Date): Row[] {
  const { seen, line, lineAt, next, startedAt } = wait;
  if (!wait.isForPerson && seen.length === 0)
    return line === "" ? [] : textRows(line, { look, lead: rail(look, "active") });
  const since =
    now.getTime() - lineAt.getTime() < longest ? "" : `, for ${formatDuration(now, lineAt)}`;
  return [
    ...(line === ""
      ? []
      : eventRow("active", formatDuration(lineAt, startedAt), line + since, look)),
    ...(next === undefined ? [] : eventRow("next", "", next, look)),
  ];
}

function eventRow(state: MarkState, time: string, text: string, look: Look): Row[] {
  const lead = marked(look, state);
  if (!hasColumns(look)) return textRows(time === "" ? text : `${time}: ${text}`, { look, lead });
  return textRows(text, { look, lead: behind(lead, [{ text: time.padEnd(6) }]) });
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

/** Returns a spinner that replaces the mark during a short wait. */
export function spin({ now }: { readonly now: Date }, { signs }: Look): Lead {
  const turn = Math.floor(now.getTime() / spinMilliseconds) % signs.spinner.length;
  const text = signs.spinner[turn] ?? signs.active;
  return { first: [{ text: " " }, { text, tone: "active" }, { text: " " }], rest: noRail.rest };
}
