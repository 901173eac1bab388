import type { Hint } from "../shared/errors.ts";
import { printableLine } from "../shared/print-text.ts";
import { hasColumns, type Look } from "./render-options.ts";
import { hanging, hintRows, noRail, space, textRows, type Lead, type Row } from "./rows.ts";

/*
 * What stands around a table that is printed: what it is about, and what to do next.
 */

interface Manner {
  readonly look: Look;
  readonly lead?: Lead;
}

const gap = 3;

/** ` acme/control   1 thing to do · asked the forge just now` */
export function subjectRows(subject: string, words: string, look: Look): Row[] {
  const name = printableLine(subject);
  const edge = [space(1)];
  const narrower = { ...look, width: look.width - gap + 1 };
  const lead = { first: edge, rest: edge };
  const [first, ...others] = textRows(`${name} ${words}`, { look: narrower, lead });
  const line = first?.at(-1)?.text ?? "";
  // A name that is wider than a row is broken like any other word.
  if (!line.startsWith(name)) return first ? [first, ...others] : others;
  const after = line.slice(name.length).trimStart();
  return [[...edge, { text: name, tone: "strong" }, space(gap), { text: after }], ...others];
}

/**
 *    Next  Let a run try what is stored:
 *    gatehouse verify --repo acme/control
 *          See how it stands:
 *    gatehouse status --repo acme/control
 *
 * A command and a link each have rows of their own, where nothing else is copied with them.
 */
export function nextRows(steps: readonly Hint[], manner: Manner): Row[] {
  return steps.flatMap((step, index) => {
    const { text, lead } = labelled({ label: "Next", text: step.say, index }, manner);
    return hintRows({ ...step, say: text }, { look: manner.look, lead });
  });
}

/** ` │ Changed  made the App acme-reader`, and below it what else was. */
export function listRows(label: string, lines: readonly string[], manner: Manner): Row[] {
  return lines.flatMap((line, index) => {
    const { text, lead } = labelled({ label, text: line, index }, manner);
    return textRows(text, { look: manner.look, lead });
  });
}

/** The label stands before the first text, and the others below that; without room for columns it is a word of it. */
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
