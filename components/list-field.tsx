import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { type Row } from "../src/terminal/rows.ts";
import { printable } from "../src/shared/print-text.ts";
import { textOf, type ListState } from "./keys/list.ts";
import { Rows } from "./rows.tsx";

/** The lines that the operator enters, and the field in which to test them. */
export function ListField({ list, rows }: { list: ListState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const { entries, at, field, complaint, question, isTrying, tried, explained } = list;
  const written = textOf(field) || "empty";
  const lines = [
    ...entries.map((text, index) => `${index + 1}. ${text}`),
    `${at < entries.length ? `line ${at + 1}` : `new ${question.entry}`}: ${written}`,
    ...(complaint === undefined ? [] : [complaint]),
    ...(question.trial && isTrying ? [`${question.trial.title}: ${textOf(tried) || "empty"}`] : []),
    ...(explained ? [`${explained.word}: ${explained.reason}`] : []),
    ...(explained?.offer === undefined ? [] : [`enter adds ${explained.offer}`]),
  ];
  return (
    <Box aria-role="textbox">
      <Text>{lines.map(printable).join("\n")}</Text>
    </Box>
  );
}
