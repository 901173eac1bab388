import type { Hint } from "../shared/errors.ts";
import type { MarkState } from "../shared/marks.ts";
import { printableLine } from "../shared/print-text.ts";
import { hasColumns, spell, type RenderOptions } from "./render-options.ts";
import {
  behind,
  hanging,
  lineRows,
  marked,
  noRail,
  space,
  textRows,
  trimRow,
  type RowPrefix,
  type Row,
  type Span,
} from "./rows.ts";
import { nextRows } from "./report.ts";
import { textWidth, wrapText } from "./wrap-text.ts";

/** A row of a table: an item, its state, and further lines below. */
export interface TableRow {
  readonly state: MarkState;
  readonly name: string;
  readonly text: string;
  /** Source of the state, shown in the last column. */
  readonly how?: string;
  /** The evidence for the state, one line each. */
  readonly below?: readonly string[];
  readonly hints?: readonly Hint[];
}

interface Manner {
  readonly style: RenderOptions;
  /** The column headings, in order. */
  readonly head?: readonly [name: string, text: string, how?: string] | undefined;
  /** Minimum number of columns before the text. A wider name increases it. */
  readonly column?: number | undefined;
}

/**
 * Returns rows with a mark and two or three columns. If there is no room for columns, the texts are
 * placed one below the other.
 *
 *    WHAT       STATE                            EVIDENCE
 *  ✔ Read App   key stored, 2 of 2 repositories  run 118, 3 min ago
 *  ✖ Write App  sees 1 of 2 repositories         asked now
 */
export function tableRows(given: readonly TableRow[], { style, head, column }: Manner): Row[] {
  const rows = given.map((row) => spellCells(row, style));
  const plan = hasColumns(style) ? planColumns(rows, { style, head, column }) : undefined;
  const draw = (row: TableRow) => [
    ...(plan ? wideRows(row, style, plan) : narrowRows(row, style)),
    ...belowRows(row, style),
  ];
  if (!head || !plan) return rows.flatMap(draw);
  const [name, text, how] = head;
  const above = { name, text, ...(how !== undefined && plan.how > 0 && { how }) };
  return [...columnRows(above, { plan, prefix: noRail }), ...rows.flatMap(draw)];
}

function spellCells({ name, text, how, ...row }: TableRow, style: RenderOptions): TableRow {
  const cells = { name: spell(name, style), text: spell(text, style) };
  return { ...row, ...cells, ...(how !== undefined && { how: spell(how, style) }) };
}

/** Column widths, including spacing. `how` is 0 if the last column is placed below the text. */
interface Plan {
  readonly name: number;
  readonly text: number;
  readonly how: number;
}

const leastText = 24;
const leastHow = 16;

function planColumns(rows: readonly TableRow[], { style, head, column }: Manner): Plan {
  const widest = (cells: readonly (string | undefined)[]) =>
    Math.max(0, ...cells.map((cell) => textWidth(printableLine(cell ?? ""))));
  const room = style.width - 3;
  const names = [head?.[0], ...rows.map(({ name }) => name)];
  const natural = Math.max(column ?? 0, widest(names) + 2);
  const hows = widest([head?.[2], ...rows.map(({ how }) => how)]);
  const texts = widest([head?.[1], ...rows.map(({ text }) => text)]) + 2;
  const share = Math.floor(room / 2.5);
  // Words in names are not split to make room for other columns.
  const least = widest(names.flatMap((each) => each?.split(" "))) + 2;
  const spare = room - texts - hows;
  const name = Math.min(natural, Math.max(share, least, spare), room - 2);
  if (hows === 0) return { name, text: room - name, how: 0 };
  const left = room - name;
  const words = widest(rows.flatMap((row) => row.text.split(" "))) + 2;
  // If there is enough room, words in the text column are not split.
  const most = Math.min(Math.floor(left / 2.5), Math.max(leastHow, left - words));
  const how = Math.min(hows, Math.max(most, left - texts));
  if (left - how < Math.min(leastText, texts)) return { name, text: left, how: 0 };
  return { name, text: Math.min(texts, left - how), how: left - Math.min(texts, left - how) };
}

function wideRows(row: TableRow, style: RenderOptions, plan: Plan): Row[] {
  const prefix = marked(style, row.state);
  if (plan.how > 0 || row.how === undefined) return columnRows(row, { plan, prefix });
  const { name, text, how } = row;
  return [
    ...columnRows({ name, text }, { plan, prefix }),
    ...textRows(how, { style, prefix: behind(noRail, [space(plan.name)]) }),
  ];
}

/** Lays out two or three strings side by side, each wrapped in its own column. */
function columnRows(
  { name, text, how = "" }: { name: string; text: string; how?: string },
  { plan, prefix }: { plan: Plan; prefix: RowPrefix },
): Row[] {
  const names = wrapText(printableLine(name), plan.name - 2);
  const texts = wrapText(printableLine(text), plan.text - (plan.how > 0 ? 2 : 0));
  const hows = wrapText(printableLine(how), Math.max(1, plan.how));
  const height = Math.max(names.length, texts.length, how === "" ? 0 : hows.length);
  return Array.from({ length: height }, (_, index) => {
    const cells: Span[] = [
      { text: pad(names[index] ?? "", plan.name) },
      { text: plan.how > 0 ? pad(texts[index] ?? "", plan.text) : (texts[index] ?? "") },
      ...(plan.how > 0 ? [{ text: hows[index] ?? "" }] : []),
    ];
    return trimRow([...(index === 0 ? prefix.first : prefix.rest), ...cells]);
  });
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

function narrowRows({ state, name, text, how }: TableRow, style: RenderOptions): Row[] {
  return [
    ...textRows(printableLine(`${name}: ${text}`), { style, prefix: marked(style, state) }),
    ...(how === undefined ? [] : textRows(how, { style, prefix: behind(noRail, [space(2)]) })),
  ];
}

function belowRows({ below = [], hints = [] }: TableRow, style: RenderOptions): Row[] {
  const prefix = behind(noRail, [space(2)]);
  return [
    ...below.flatMap((line) => lineRows(line, { style, prefix: hanging(prefix) })),
    ...nextRows(hints, { style, prefix }),
  ];
}
