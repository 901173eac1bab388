import { stepOf, type Step } from "../src/prompts/step-of.ts";
import { hasColumns, type RenderOptions } from "../src/terminal/render-options.ts";
import { space, trimRow, type Row, type Span } from "../src/terminal/rows.ts";
import { textWidth, wrapText } from "../src/terminal/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { Screen } from "./screen-store.ts";

/**
 * Returns the header. The heavy part of the line shows the completed steps.
 *
 *  gatehouse  set up acme/control                                   2 of 6  Scope
 *  ━━━━━━━━━━━━━─────────────────────────────────────────────────────────────────
 */
export function headerRows(screen: Screen, style: RenderOptions): Row[] {
  const what = describeSubject(screen);
  if (!screen.header) return [[space(1), { text: screen.product, tone: "quiet" }]];
  const step = stepOf(screen.header, screen.marks);
  const product: Span[] = hasColumns(style)
    ? [{ text: screen.product, tone: "quiet" }, space(2)]
    : [];
  const right = step ? describeLocation(step, style) : "";
  const used = [...product, { text: what }].reduce((sum, { text }) => sum + textWidth(text), 1);
  const gap = style.width - used - textWidth(right);
  const title: Row[] =
    gap >= (right === "" ? 0 : 2)
      ? [
          [
            space(1),
            ...product,
            { text: what, tone: "strong" },
            space(Math.max(0, gap)),
            { text: right },
          ],
        ]
      : titleRows(what, right, style);
  return [...title.map(trimRow), ...(step ? [ruleRow(step, style)] : [])];
}

function titleRows(what: string, right: string, style: RenderOptions): Row[] {
  const lines = wrapText(what, style.width - 1);
  const last = lines.at(-1) ?? "";
  const gap = style.width - 1 - textWidth(last) - textWidth(right);
  const rows: Row[] = lines.map((text) => [space(1), { text, tone: "strong" }]);
  if (right === "") return rows;
  if (gap >= 2)
    return [...rows.slice(0, -1), [...(rows.at(-1) ?? []), space(gap), { text: right }]];
  return [...rows, [space(1), { text: right }]];
}

function describeLocation({ at, of, name }: Step, style: RenderOptions): string {
  return hasColumns(style) ? `${at} of ${of}  ${name}` : `${at} of ${of}`;
}

function ruleRow({ at, of, isOver }: Step, { width, signs }: RenderOptions): Row {
  const room = width - 1;
  const done = Math.round((room * (isOver ? of : at - 1)) / of);
  return [
    space(1),
    { text: signs.ruleDone.repeat(done), tone: "quiet" },
    { text: signs.ruleLeft.repeat(room - done), tone: "quiet" },
  ];
}

export function describeSubject({ header }: Screen): string {
  return header ? printableLine(`${header.title} ${header.subject}`) : "";
}

export function describeStep({ header, marks }: Screen): string {
  const step = header && stepOf(header, marks);
  return step ? `step ${step.at} of ${step.of}, ${step.name}` : "";
}

/**
 * Returns a row with the steps that follow the current one.
 *
 *  ○ Then         Billing · Profile · Read App · Proof
 */
export function thenRows({ header, marks }: Screen, style: RenderOptions, column: number): Row[] {
  const step = header && stepOf(header, marks);
  const names = step ? header.outline.slice(step.at) : [];
  if (names.length === 0) return [];
  const label = hasColumns(style) ? "Then".padEnd(column) : "Then: ";
  const first: Span = { text: ` ${style.signs.next} ${label}`, tone: "quiet" };
  const room = style.width - textWidth(first.text);
  return [[first, { text: listThatFits(names.map(printableLine), room, style), tone: "quiet" }]];
}

/** Returns as many names as fit in one row, followed by the number of omitted names. */
function listThatFits(names: readonly string[], room: number, { signs }: RenderOptions): string {
  const dot = ` ${signs.dot} `;
  for (let count = names.length; count > 0; count -= 1) {
    const left = names.length - count;
    const parts = [...names.slice(0, count), ...(left > 0 ? [`${left} more`] : [])];
    if (textWidth(parts.join(dot)) <= room) return parts.join(dot);
  }
  return `${names.length} more`;
}
