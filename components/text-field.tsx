import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { textWidth } from "../src/asking/wrap-text.ts";
import type { TextState } from "./keys/text.ts";
import { Rows, space, type Look, type Row, type Span } from "./rows.tsx";
import type { Drawn } from "./fit-rows.ts";

/** One line of text under the terminal's own cursor; long text goes on in the next row. */
export function TextField({ text, rows }: { text: TextState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Box aria-role="textbox">
      <Text>{text.characters.join("") || text.placeholder || "empty"}</Text>
    </Box>
  );
}

export function drawText({ characters, cursor, placeholder }: TextState, look: Look): Drawn {
  const lead: Span = { text: ` ${look.signs.active} `, tone: "active" };
  const indent = textWidth(lead.text);
  const { lines, at } = breakAtCursor(characters, { cursor, width: look.width - indent });
  const hint: Span[] =
    characters.length === 0 && placeholder ? [{ text: ` like ${placeholder}`, tone: "quiet" }] : [];
  const rows = lines.map((line, index) => [
    index === 0 ? lead : space(indent),
    { text: line },
    ...hint,
  ]);
  return {
    rows,
    focus: { start: at.y, end: at.y + 1 },
    cursor: { x: indent + at.x, y: at.y },
  };
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
