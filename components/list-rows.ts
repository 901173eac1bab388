import { hasColumns, type RenderOptions } from "../src/terminal/render-options.ts";
import {
  behind,
  indented,
  marked,
  space,
  textRows,
  type RowPrefix,
  type Row,
  type Span,
} from "../src/terminal/rows.ts";
import { textWidth } from "../src/terminal/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { Drawn } from "./fit-rows.ts";
import { textOf, type ListState } from "./keys/list.ts";
import { drawField } from "./text-rows.ts";

/**
 * Draws the numbered lines, the edited line with its error, and the result of a test.
 *
 *  │ 1  https://api.forge.test/repos/acme/*
 *  │ ›  https://*
 *  ✖    too broad: name a host and a path
 *  │
 *  │ Try a URL  https://api.forge.test/repos/acme/web/pulls
 *  ✖ blocked    pattern 1 stops at the / after web: * is one segment
 *  │            enter adds  https://api.forge.test/repos/acme/web/pulls
 */
export function drawList(list: ListState, style: RenderOptions, rail: RowPrefix): Drawn {
  const lines = drawLines(list, style, rail);
  const trial = drawTrial(list, style, rail);
  const gap = trial.rows.length > 0 ? [rail.rest] : [];
  const shift = lines.rows.length + gap.length;
  const rows = [...lines.rows, ...gap, ...trial.rows];
  if (!list.isTrying) return { ...lines, rows };
  const { cursor } = trial;
  return {
    rows,
    focus: { start: shift, end: rows.length },
    ...(cursor && { cursor: { x: cursor.x, y: cursor.y + shift } }),
  };
}

function drawLines(list: ListState, style: RenderOptions, rail: RowPrefix): Drawn {
  const { entries, at, field } = list;
  const width = String(Math.max(entries.length, 1)).length + numberGap;
  const prefix = (sign: Span) => behind(rail, [sign, space(width - textWidth(sign.text))]);
  const active = prefix({ text: style.signs.cursor, tone: "active" });
  const drawn = drawField(field, style, active);
  const written = [...drawn.rows, ...complaintRows(list, style, width)];
  const other = (text: string, index: number) =>
    textRows(printableLine(text), { style, prefix: prefix({ text: String(index + 1) }) });
  const above = entries.slice(0, at).flatMap(other);
  const below = entries.slice(at + 1).flatMap((text, index) => other(text, at + 1 + index));
  const start = above.length;
  return {
    rows: [...above, ...written, ...below],
    focus: { start, end: start + written.length },
    ...(drawn.cursor && { cursor: { x: drawn.cursor.x, y: start + drawn.cursor.y } }),
  };
}

const numberGap = 2;

/**
 * Draws the complaint. An empty line does not get an error mark, because having too few lines is
 * not an error in that line.
 */
function complaintRows(
  { complaint, field }: ListState,
  style: RenderOptions,
  width: number,
): Row[] {
  if (complaint === undefined) return [];
  const state = textOf(field) === "" ? "attention" : "failed";
  return textRows(complaint, { style, prefix: indented(marked(style, state), width) });
}

function drawTrial(list: ListState, style: RenderOptions, rail: RowPrefix): Drawn {
  const { question, tried } = list;
  if (!question.trial) return { rows: [] };
  const { title } = question.trial;
  const width = textWidth(title) + numberGap;
  if (hasColumns(style)) {
    const field = drawField(tried, style, behind(rail, [{ text: title }, space(numberGap)]));
    return { ...field, rows: [...field.rows, ...explainedRows(list, { style, rail, width })] };
  }
  const head = textRows(`${title}:`, { style, prefix: rail });
  const field = drawField(tried, style, indented(rail, numberGap));
  const { cursor } = field;
  return {
    rows: [...head, ...field.rows, ...explainedRows(list, { style, rail, width: 0 })],
    ...(cursor && { cursor: { x: cursor.x, y: cursor.y + head.length } }),
  };
}

interface Manner {
  readonly style: RenderOptions;
  readonly rail: RowPrefix;
  /** Number of columns before the explanation, or 0 if the explanation is on the next row. */
  readonly width: number;
}

function explainedRows({ explained, isTrying }: ListState, { style, rail, width }: Manner): Row[] {
  if (!explained) return [];
  const { isGood, word, reason, offer } = explained;
  const mark = marked(style, isGood ? "done" : "failed", rail);
  const adds = isTrying ? "enter adds" : "requires";
  if (width === 0) {
    return [
      ...textRows(`${word}: ${reason}`, { style, prefix: mark }),
      ...(offer === undefined ? [] : textRows(`${adds} ${offer}`, { style, prefix: rail })),
    ];
  }
  const answer = behind(mark, [{ text: word }, space(Math.max(1, width - textWidth(word)))]);
  const below = behind(rail, [space(width), { text: `${adds}  ` }]);
  return [
    ...textRows(reason, { style, prefix: answer }),
    ...(offer === undefined ? [] : textRows(offer, { style, prefix: below })),
  ];
}
