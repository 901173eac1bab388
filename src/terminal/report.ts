import type { Hint } from "../shared/errors.ts";
import { printableLine } from "../shared/print-text.ts";
import { hasColumns, type RenderOptions } from "./render-options.ts";
import { hanging, hintRows, noRail, space, textRows, type RowPrefix, type Row } from "./rows.ts";

/* Rows around a printed table: the subject above it, and the next steps below it. */

interface Manner {
  readonly style: RenderOptions;
  readonly prefix?: RowPrefix;
}

const gap = 3;

/** Returns a row such as ` acme/control   1 thing to do · checked just now`. */
export function subjectRows(subject: string, words: string, style: RenderOptions): Row[] {
  const name = printableLine(subject);
  const edge = [space(1)];
  const narrower = { ...style, width: style.width - gap + 1 };
  const prefix = { first: edge, rest: edge };
  const [first, ...others] = textRows(`${name} ${words}`, { style: narrower, prefix });
  const line = first?.at(-1)?.text ?? "";
  // A name that is wider than a row has been split and keeps the normal tone.
  if (!line.startsWith(name)) return first ? [first, ...others] : others;
  const after = line.slice(name.length).trimStart();
  return [[...edge, { text: name, tone: "strong" }, space(gap), { text: after }], ...others];
}

/**
 * Returns the rows of the next steps:
 *
 *    Next  Verify the stored credentials:
 *    gatehouse verify --repo acme/control
 *          Check the status:
 *    gatehouse status --repo acme/control
 *
 * A command or link is alone on its rows, so that it can be copied without other text.
 */
export function nextRows(steps: readonly Hint[], manner: Manner): Row[] {
  return steps.flatMap((step, index) => {
    const { text, prefix } = labelled({ label: "Next", text: step.text, index }, manner);
    return hintRows({ ...step, text }, { style: manner.style, prefix });
  });
}

/** Returns rows such as ` │ Changed  created the App acme-reader`, with further lines below it. */
export function listRows(label: string, lines: readonly string[], manner: Manner): Row[] {
  return lines.flatMap((line, index) => {
    const { text, prefix } = labelled({ label, text: line, index }, manner);
    return textRows(text, { style: manner.style, prefix });
  });
}

/**
 * Returns the prefix of a text. The label precedes the first text, and further texts are aligned
 * with it. If there is no room for columns, the label becomes part of the text.
 */
function labelled(
  { label, text, index }: { label: string; text: string; index: number },
  { style, prefix = noRail }: Manner,
): { text: string; prefix: RowPrefix } {
  if (!hasColumns(style))
    return { text: index === 0 ? `${label}: ${text}` : text, prefix: hanging(prefix) };
  const column = `${label}  `;
  const rest = space(column.length);
  const first = index === 0 ? { text: column } : rest;
  return {
    text,
    prefix: hanging({ first: [...prefix.first, first], rest: [...prefix.rest, rest] }),
  };
}
