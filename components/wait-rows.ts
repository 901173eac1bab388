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
 * What was seen and when, what is waited for since then, and what follows.
 *
 *  ✔ 0:04  your browser opened the page
 *  ● 0:09  went on to the forge; no answer yet, for 2:32
 *  ○       key received, stored, tried out
 */
export function drawWait(wait: WaitState, look: Look, now: Date): Drawn {
  const problem = wait.problem ? problemRows(wait.problem, look) : [];
  const past = seenRows(wait, look);
  const present = presentRows(wait, look, now);
  const isBoth = problem.length > 0 && past.length + present.length > 0;
  const between = isBoth ? [rail(look, "active").rest] : [];
  const above: Row[] = [...problem, ...between, ...past, ...present];
  if (!wait.entry) {
    // What has to be mended comes first; otherwise what was seen gives way to what is so now.
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

/** What was seen, and when. */
function seenRows({ seen, startedAt }: WaitState, look: Look): Row[] {
  return seen.flatMap(({ at, text, state }) =>
    eventRow(state, formatDuration(at, startedAt), text, look),
  );
}

/** What is waited for since the last that was seen, and what follows. */
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

/** A wait that takes longer tells for how long. */
const longest = 10_000;

/** `7:19 left` where it ends by itself; else how long it goes on, once that is long. */
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

/** What turns in the place of the mark while something short goes on. */
export function spin({ now }: { readonly now: Date }, { signs }: Look): Lead {
  const turn = Math.floor(now.getTime() / spinMilliseconds) % signs.spinner.length;
  const text = signs.spinner[turn] ?? signs.active;
  return { first: [{ text: " " }, { text, tone: "active" }, { text: " " }], rest: noRail.rest };
}
