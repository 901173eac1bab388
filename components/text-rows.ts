import type { RenderOptions } from "../src/terminal/render-options.ts";
import {
  behind,
  space,
  textRows,
  widthOf,
  type RowPrefix,
  type Row,
} from "../src/terminal/rows.ts";
import { textWidth } from "../src/terminal/wrap-text.ts";
import type { Drawn } from "./fit-rows.ts";
import type { TextState } from "./keys/text.ts";

/**
 * Draws the typed text after the prompt character.
 *
 *  │ › acme/control
 */
export function drawText(text: TextState, style: RenderOptions, rail: RowPrefix): Drawn {
  return drawField(text, style, fieldIndent(style, rail));
}

/** Draws the typed text after the given prefix. */
export function drawField(
  { characters, cursor, placeholder }: TextState,
  style: RenderOptions,
  prefix: RowPrefix,
): Drawn {
  const indent = widthOf(prefix.rest);
  const { lines, at } = breakAtCursor(characters, { cursor, width: style.width - indent });
  const hint = characters.length === 0 ? describePlaceholder({ placeholder }) : "";
  const isBeside = indent + 1 + textWidth(hint) <= style.width;
  const rows: Row[] = lines.map((line, index) => [
    ...(index === 0 ? prefix.first : prefix.rest),
    { text: line },
    ...(hint && isBeside ? [space(1), { text: hint }] : []),
  ]);
  if (hint && !isBeside)
    rows.push(...textRows(hint, { style, prefix: { ...prefix, first: prefix.rest } }));
  return {
    rows,
    focus: { start: at.y, end: at.y + 1 },
    cursor: { x: indent + at.x, y: at.y },
  };
}

/** Formats a placeholder so that users of screen readers do not mistake it for input. */
export function describePlaceholder({ placeholder }: Pick<TextState, "placeholder">): string {
  return placeholder ? `like ${placeholder}` : "";
}

/** Returns the prompt character that precedes input. */
export function fieldIndent({ signs }: RenderOptions, rail: RowPrefix): RowPrefix {
  return behind(rail, [{ text: signs.cursor, tone: "active" }, space(1)]);
}

/** Returns lines of at most `width` columns, and the cursor position in them. */
function breakAtCursor(
  characters: readonly string[],
  { cursor, width }: { cursor: number; width: number },
): { lines: string[]; at: { x: number; y: number } } {
  const lines = [""];
  let at = { x: 0, y: 0 };
  for (const [index, character] of [...characters, ""].entries()) {
    // The cursor needs its own column even after the last character.
    const isFull = textWidth(lines.at(-1) + (character || " ")) > width;
    if (isFull) lines.push("");
    if (index === cursor) at = { x: textWidth(lines.at(-1) ?? ""), y: lines.length - 1 };
    lines[lines.length - 1] += character;
  }
  return { lines, at };
}
