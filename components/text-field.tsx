import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { type Row } from "../src/terminal/rows.ts";
import type { TextState } from "./keys/text.ts";
import { Rows } from "./rows.tsx";
import { describePlaceholder } from "./text-rows.ts";

/** One line of text with the terminal's own cursor. Long text continues on the next row. */
export function TextField({ text, rows }: { text: TextState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Box aria-role="textbox">
      <Text>{text.characters.join("") || describePlaceholder(text) || "empty"}</Text>
    </Box>
  );
}
