import { Box, Text } from "ink";
import type { Row, Span } from "../src/terminal/rows.ts";
import { toneStyles } from "./theme.ts";

/** Rows of the layout. Each row is exactly one line in the terminal. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // The position is the only identity of a row.
        // oxlint-disable-next-line react/no-array-index-key
        <Text key={index} wrap="truncate">
          {row.length === 0 ? " " : row.map(paintSpan)}
        </Text>
      ))}
    </Box>
  );
}

function paintSpan({ text, tone = "plain", link }: Span, index: number) {
  return (
    <Text key={index} {...toneStyles[tone]}>
      {link === undefined ? text : `\u001b]8;;${link}\u0007${text}\u001b]8;;\u0007`}
    </Text>
  );
}
