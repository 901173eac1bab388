import type { Look } from "../src/terminal/render-options.ts";
import { behind, space, textRows, widthOf, type Lead, type Row } from "../src/terminal/rows.ts";
import { textWidth } from "../src/terminal/wrap-text.ts";
import type { Drawn } from "./fit-rows.ts";
import type { TextState } from "./keys/text.ts";

/**
 * What is typed, behind the cursor sign.
 *
 *  │ › acme/control
 */
export function drawText(text: TextState, look: Look, rail: Lead): Drawn {
  return drawField(text, look, fieldLead(look, rail));
}

/** The same behind whatever leads to it. */
export function drawField(
  { characters, cursor, placeholder }: TextState,
  look: Look,
  lead: Lead,
): Drawn {
  const indent = widthOf(lead.rest);
  const { lines, at } = breakAtCursor(characters, { cursor, width: look.width - indent });
  const hint = characters.length === 0 ? describePlaceholder({ placeholder }) : "";
  const isBeside = indent + 1 + textWidth(hint) <= look.width;
  const rows: Row[] = lines.map((line, index) => [
    ...(index === 0 ? lead.first : lead.rest),
    { text: line },
    ...(hint && isBeside ? [space(1), { text: hint }] : []),
  ]);
  if (hint && !isBeside)
    rows.push(...textRows(hint, { look, lead: { ...lead, first: lead.rest } }));
  return {
    rows,
    focus: { start: at.y, end: at.y + 1 },
    cursor: { x: indent + at.x, y: at.y },
  };
}

/** Nobody who hears it takes it for what was typed. */
export function describePlaceholder({ placeholder }: Pick<TextState, "placeholder">): string {
  return placeholder ? `like ${placeholder}` : "";
}

/** The cursor sign that what is entered stands behind. */
export function fieldLead({ signs }: Look, rail: Lead): Lead {
  return behind(rail, [{ text: signs.cursor, tone: "active" }, space(1)]);
}

/** Lines of at most `width` columns, and where the cursor stands in them. */
function breakAtCursor(
  characters: readonly string[],
  { cursor, width }: { cursor: number; width: number },
): { lines: string[]; at: { x: number; y: number } } {
  const lines = [""];
  let at = { x: 0, y: 0 };
  for (const [index, character] of [...characters, ""].entries()) {
    // The cursor needs a column of its own, also behind the last character.
    const isFull = textWidth(lines.at(-1) + (character || " ")) > width;
    if (isFull) lines.push("");
    if (index === cursor) at = { x: textWidth(lines.at(-1) ?? ""), y: lines.length - 1 };
    lines[lines.length - 1] += character;
  }
  return { lines, at };
}
