import type { Answered, Mark } from "../src/prompts/prompter.ts";
import { markTones, type RenderOptions } from "../src/terminal/render-options.ts";
import {
  behind,
  textRows,
  trimRow,
  widthOf,
  type RowPrefix,
  type Row,
  type Span,
} from "../src/terminal/rows.ts";
import { tableRows, type TableRow } from "../src/terminal/table.ts";
import { textWidth } from "../src/terminal/wrap-text.ts";
import { markWords } from "../src/shared/marks.ts";
import { printableLine } from "../src/shared/print-text.ts";
import { noteRows } from "./note-rows.ts";
import type { Screen } from "./screen-store.ts";

/** The completed steps and answers before the current question. */
export type Past = Pick<Screen, "marks" | "answers">;

export function listPast({ marks, answers }: Past): TableRow[] {
  return [...marks.map(toRow), ...answers.map(answeredRow)];
}

export function toRow({ state, name, summary }: Mark): TableRow {
  return { state, name, text: summary };
}

export function answeredRow({ name, text }: Answered): TableRow {
  return { state: "answer", name, text };
}

const leastColumn = 13;

/** Returns the width of the name column, which aligns the history with the next steps. */
export function historyColumn({ header, ...past }: Screen): number {
  const names = [...(header?.outline ?? []), ...listPast(past).map(({ name }) => name)];
  return Math.max(leastColumn, ...names.map((name) => textWidth(printableLine(name)) + 2));
}

/** States to fold first: completed steps, then answers. */
const foldable: readonly (readonly TableRow["state"][])[] = [
  ["done", "skipped", "reported"],
  ["answer"],
];

/**
 * Returns at most `height` rows. The oldest completed steps fold into one row of counts. Rows that
 * are unknown, failed or must be read stay visible if there is room.
 *
 *  ✔ 2 done   ” 1 reported
 *  ? Secrets      cannot be listed by this sign-in
 *  · Targets      acme/web, acme/api
 */
export function historyRows(screen: Screen, style: RenderOptions, height: number): Row[] {
  const column = historyColumn(screen);
  const draw = (row: TableRow) => tableRows([row], { style, column });
  let shown = listPast(screen);
  const folded: TableRow[] = [];
  const rows = () => [...foldRow(folded, style), ...shown.flatMap(draw)];
  while (shown.length > 0 && rows().length > height) {
    const [next] = shown.splice(findFoldable(shown), 1);
    if (next) folded.push(next);
    shown = [...shown];
  }
  return rows().slice(0, Math.max(0, height));
}

/** Returns the index of the row to fold next. */
function findFoldable(rows: readonly TableRow[]): number {
  const found = foldable.map((states) => rows.findIndex(({ state }) => states.includes(state)));
  return found.find((index) => index >= 0) ?? 0;
}

/**
 * States whose counts are omitted if a row is too narrow, the least important state first. Other
 * counts are omitted only after these.
 */
const leftOut: readonly TableRow["state"][] = ["answer", "skipped", "done"];

function foldRow(folded: readonly TableRow[], style: RenderOptions): Row[] {
  if (folded.length === 0) return [];
  const rows = Array.from({ length: leftOut.length + 1 }, (_, count) => {
    const kept = folded.filter(({ state }) => !leftOut.slice(0, count).includes(state));
    return countStates(kept, style);
  });
  const fitting = rows.find((row) => row.length > 0 && widthOf(row) <= style.width);
  return [fitting ?? rows[0] ?? []];
}

function countStates(folded: readonly TableRow[], style: RenderOptions): Row {
  const states = [...new Set(folded.map(({ state }) => state))];
  return states.flatMap((state, index): Span[] => [
    { text: index === 0 ? " " : "   " },
    { text: style.signs[state], tone: markTones[state] },
    { text: ` ${folded.filter((one) => one.state === state).length} ${foldWord(state)}` },
  ]);
}

function foldWord(state: TableRow["state"]): string {
  return state === "answer" ? "answered" : markWords[state];
}

/**
 * Returns the rows that stay in the scrollback: all answers and completed steps in order, then
 * notes that appeared after the last question. Those notes would otherwise disappear with the
 * screen.
 */
export function leftRows(screen: Screen, style: RenderOptions): Row[] {
  const notes = screen.notes.flatMap((note) => [...noteRows(note, style), []]);
  return [...transcriptRows(screen, style), ...notes];
}

const edge: RowPrefix = { first: [], rest: [] };

function transcriptRows({ product, header, log }: Screen, style: RenderOptions): Row[] {
  if (log.length === 0) return [];
  const column = Math.max(
    leastColumn,
    ...log.map(({ name }) => textWidth(printableLine(name)) + 2),
  );
  const name: Span = { text: ` ${product}  `, tone: "quiet" };
  const what = header ? printableLine(`${header.title} ${header.subject}`) : "";
  const head = textRows(what, { style, prefix: behind(edge, [name]) }).map(trimRow);
  return [...head, ...tableRows(log, { style, column }), []];
}
