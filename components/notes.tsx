import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Note } from "../src/prompts/prompter.ts";
import { noteLines } from "../src/prompts/plain-lines.ts";
import type { Row } from "../src/terminal/rows.ts";
import { Rows } from "./rows.tsx";

export function Notes({ notes, rows }: { notes: readonly Note[]; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Box flexDirection="column">
      {notes.map((note) => (
        <Text key={note.id}>{`Note: ${noteLines(note).join("\n")}`}</Text>
      ))}
    </Box>
  );
}
