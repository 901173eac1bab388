import type { Hint } from "../shared/errors.ts";
import { printableLine } from "../shared/print-text.ts";
import { hasColumns, type Look } from "./render-options.ts";
import { hanging, hintRows, noRail, space, textRows, type Lead, type Row } from "./rows.ts";

/* Rows around a printed table: its subject, and the next steps. */

interface Manner {
  readonly look: Look;
  readonly lead?: Lead;
}

const gap = 3;

/** Returns a row such as ` acme/control   1 thing to do · checked just now`. */
export function subjectRows(subject: string, words: string, look: Look): Row[] {
  const name = printableLine(subject);
  const edge = [space(1)];
  const narrower = { ...look, width: look.width - gap + 1 };
  const lead = { first: edge, rest: edge };
  const [first, ...others] = textRows(`${name} ${words}`, { look: narrower, lead });
  const line = first?.at(-1)?.text ?? "";
  // A name wider than a row is broken like any other word.
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
 * A command or link is alone on its rows, so nothing else is copied with it.
 */
export function nextRows(steps: readonly Hint[], manner: Manner): Row[] {
  return steps.flatMap((step, index) => {
    const { text, lead } = labelled({ label: "Next", text: step.say, index }, manner);
    return hintRows({ ...step, say: text }, { look: manner.look, lead });
  });
}

/** Returns rows such as ` │ Changed  created the App acme-reader`, with further lines below. */
export function listRows(label: string, lines: readonly string[], manner: Manner): Row[] {
  return lines.flatMap((line, index) => {
    const { text, lead } = labelled({ label, text: line, index }, manner);
    return textRows(text, { look: manner.look, lead });
  });
}

/**
 * Returns the lead of a text. The label precedes the first text, and further texts are aligned with
 * it. Without room for columns, the label is part of the text.
 */
function labelled(
  { label, text, index }: { label: string; text: string; index: number },
  { look, lead = noRail }: Manner,
): { text: string; lead: Lead } {
  if (!hasColumns(look))
    return { text: index === 0 ? `${label}: ${text}` : text, lead: hanging(lead) };
  const column = `${label}  `;
  const rest = space(column.length);
  const first = index === 0 ? { text: column } : rest;
  return { text, lead: hanging({ first: [...lead.first, first], rest: [...lead.rest, rest] }) };
}
