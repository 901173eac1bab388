import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Row } from "../src/terminal/rows.ts";
import { markWords } from "../src/shared/marks.ts";
import { printableLine } from "../src/shared/print-text.ts";
import { listPast, type Past } from "./transcript.ts";
import { Rows } from "./rows.tsx";

export function History({ past, rows }: { past: Past; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const reported = listPast(past);
  if (reported.length === 0) return null;
  return (
    <Box aria-role="list" flexDirection="column">
      {reported.map(({ state, name, text }) => (
        <Box key={`${state} ${name}`} aria-role="listitem">
          <Text>{`${markWords[state]}: ${printableLine(name)}, ${printableLine(text)}`}</Text>
        </Box>
      ))}
    </Box>
  );
}
