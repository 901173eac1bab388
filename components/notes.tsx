import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Note } from "../src/asking/prompter.ts";
import { noteLines } from "../src/asking/plain-lines.ts";
import { commandRows, linkRows, Rows, textRows, type Look, type Row } from "./rows.tsx";

/** What the person should know, above the question that comes next. */
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

export function noteRows(note: Note, look: Look): Row[] {
  const lead = [{ text: ` ${look.signs.attention} `, tone: "warning" } as const];
  return [
    ...textRows(note.title, { look, tone: "strong", lead }),
    ...(note.body ?? []).flatMap((line) => textRows(line, { look })),
    ...(note.command === undefined ? [] : commandRows(note.command, look)),
    ...(note.link === undefined ? [] : linkRows(note.link, look)),
  ];
}
