import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { type Row } from "../src/terminal/rows.ts";
import { printable } from "../src/shared/print-text.ts";
import { Rows } from "./rows.tsx";
import type { OpenQuestion, Screen } from "./screen-store.ts";
import { describeLocation } from "./question-rows.ts";

/** The question: its title, followed by the facts or by the reason for the question. */
export function Question({ screen, rows }: { screen: Screen; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const { open, isWhyShown } = screen;
  if (!open) return <Text>One moment.</Text>;
  const { error, position, weight, facts = [], steps = [] } = open;
  const hints = error?.hints.flatMap(({ text, command, link }) => [text, command, link]) ?? [];
  const below =
    isWhyShown && open.why !== undefined
      ? [open.why]
      : [
          ...facts.map(({ name, text }) => `${name}: ${text}`),
          ...open.body,
          ...steps.map((step, index) => `${index + 1}. ${step}`),
        ];
  const lines = [
    ...(error ? [`${spokenAs(error)}: ${error.message}`] : []),
    ...hints,
    ...(weight ? [`${weight}:`] : []),
    open.title,
    ...(position ? [describeLocation(position)] : []),
    ...below,
  ].filter((line) => line !== undefined);
  return (
    <Box flexDirection="column">
      <Text>{lines.map(printable).join("\n")}</Text>
    </Box>
  );
}

function spokenAs({ state }: NonNullable<OpenQuestion["error"]>): string {
  return state === "attention" ? "Decision needed" : "Failed";
}
