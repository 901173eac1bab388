import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { type Row } from "../src/terminal/rows.ts";
import { markWords } from "../src/shared/marks.ts";
import { printable } from "../src/shared/print-text.ts";
import { withoutTimes } from "../src/shared/format-time.ts";
import { type WaitState } from "./keys/wait.ts";
import { Rows } from "./rows.tsx";

/** The state of a wait, its problem, and the line that an action asks for. */
export function WaitStatus({ wait, rows }: { wait: WaitState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const hints = wait.problem?.hints?.flatMap(({ text, command, link }) => [text, command, link]);
  const seen = wait.seen.map(({ state, text }) => `${markWords[state]}: ${text}`);
  // Omits times, because a screen reader would repeat the line each time they change.
  const line = withoutTimes(wait.line);
  const lines = [...seen, line, wait.problem?.text, ...(hints ?? []), wait.link];
  const entry = wait.entry && `${wait.entry.action.input} ${wait.entry.text.characters.join("")}`;
  return (
    <Box aria-role="timer" aria-state={{ busy: true }} flexDirection="column">
      <Text>{[...lines, entry].filter(Boolean).map(String).map(printable).join("\n")}</Text>
    </Box>
  );
}
