import type { Option } from "../src/prompts/prompter.ts";
import { hasColumns, type RenderOptions, type Tone } from "../src/terminal/render-options.ts";
import {
  behind,
  indented,
  space,
  textRows,
  type RowPrefix,
  type Row,
  type Span,
} from "../src/terminal/rows.ts";
import { textWidth } from "../src/terminal/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { Drawn } from "./fit-rows.ts";
import type { MultiSelectState } from "./keys/multi-select.ts";
import { matchOptions } from "./keys/option-list.ts";
import type { SelectState } from "./keys/select.ts";

export type List = SelectState | MultiSelectState;

/**
 * Draws the rows of a choice. The hints form a second column if there is room.
 *
 *  │ › No, review only             results stay in acme/control; one App
 *  │   Yes, write                  approved changes go to both; a second App
 */
export function drawOptions(list: List, style: RenderOptions, rail: RowPrefix): Drawn {
  const shown = matchOptions(list);
  const column = planColumn(list, style);
  const cursor = Math.max(0, shown.indexOf(list.cursor));
  const first = Math.max(0, cursor - furthest);
  const near = shown.slice(first, cursor + furthest);
  const blocks = near.map((index) => optionRows(list, index, { style, rail, column }));
  const start = blocks.slice(0, cursor - first).flat().length;
  const focus = { start, end: start + (blocks[cursor - first]?.length ?? 1) };
  return {
    pinned: searchRows(list, shown.length, { style, rail }),
    rows: blocks.flat(),
    above: first,
    below: shown.length - first - near.length,
    focus,
  };
}

/**
 * Number of options drawn on each side of the cursor. A list can have thousands of options, but no
 * window shows more than these.
 */
const furthest = 60;

/**
 * Returns the number of columns between the start of a label and the start of its hint; undefined
 * if hints are on the next row.
 */
function planColumn(list: List, style: RenderOptions): number | undefined {
  const labels = list.options.flatMap((option) =>
    meaningOf(option) === undefined ? [] : [textWidth(printableLine(option.label))],
  );
  const box = list.kind === "multi-select" ? textWidth(style.signs.ticked) + 1 : 0;
  const column = widestLabel + labelGap - box;
  if (!hasColumns(style) || Math.max(0, ...labels) + leastGap > column) return undefined;
  return column;
}

const widestLabel = 24;

const labelGap = 4;

const leastGap = 2;

function searchRows(
  list: List,
  found: number,
  { style, rail }: { style: RenderOptions; rail: RowPrefix },
): Row[] {
  if (list.search === undefined) return [];
  const chosen = list.kind === "multi-select" ? `${list.ticked.size} chosen` : "";
  const counts = [`${found} of ${list.options.length}`, chosen].filter(Boolean);
  const search = list.search ? `Search: ${list.search}` : "Type to search";
  const text = `${search}   ${counts.join(` ${style.signs.dot} `)}`;
  return textRows(text, { style, prefix: rail });
}

interface Manner {
  readonly style: RenderOptions;
  readonly rail: RowPrefix;
  readonly column: number | undefined;
}

function optionRows(list: List, index: number, { style, rail, column }: Manner): Row[] {
  const option = list.options[index];
  if (!option) return [];
  const { signs } = style;
  const isHere = index === list.cursor;
  const isOff = option.disabled !== undefined;
  const cursor: Span = isHere
    ? { text: signs.cursor, tone: "active" }
    : isOff
      ? { text: signs.skipped, tone: "quiet" }
      : { text: " " };
  const box: Span[] =
    list.kind === "multi-select" ? [{ text: `${tickSign(list, index, style)} ` }] : [];
  const head = behind(rail, [cursor, space(1), ...box]);
  const label = printableLine(option.label);
  const meaning = meaningOf(option);
  const tone: Tone = isHere ? "strong" : "plain";
  if (meaning === undefined) return textRows(label, { style, prefix: head, tone });
  if (column === undefined) {
    return [
      ...textRows(label, { style, prefix: head, tone }),
      ...textRows(meaning, { style, prefix: indented({ first: head.rest, rest: head.rest }, 2) }),
    ];
  }
  const named: Span[] = [{ text: label, tone }, space(column - textWidth(label))];
  return textRows(meaning, { style, prefix: behind(head, named) });
}

function tickSign(list: MultiSelectState, index: number, style: RenderOptions): string {
  return list.ticked.has(index) ? style.signs.ticked : style.signs.unticked;
}

export function isTicked(list: List, index: number): boolean {
  return list.kind === "multi-select" && list.ticked.has(index);
}

/** Returns the effect of an option, or the reason why it is not available. */
export function meaningOf({ hint, disabled }: Option): string | undefined {
  const meaning = disabled === undefined ? hint : `not available: ${disabled}`;
  return meaning === undefined ? undefined : printableLine(meaning);
}
