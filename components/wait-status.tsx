import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { printable } from "../src/shared/print-text.ts";
import type { WaitState } from "./keys/wait.ts";
import { hintRows, linkRows, Rows, textRows, type Look, type Row } from "./rows.tsx";
import { drawText } from "./text-field.tsx";
import type { Drawn } from "./fit-rows.ts";

/** What is being waited for, what stands in its way, and the line that an action asks for. */
export function WaitStatus({ wait, rows }: { wait: WaitState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const hints = wait.problem?.hints?.flatMap(({ say, command, link }) => [say, command, link]);
  const lines = [wait.line, wait.problem?.say, ...(hints ?? []), wait.link];
  const entry = wait.entry && `${wait.entry.action.input} ${wait.entry.text.characters.join("")}`;
  return (
    <Box aria-role="timer" aria-state={{ busy: true }} flexDirection="column">
      <Text>{[...lines, entry].filter(Boolean).map(String).map(printable).join("\n")}</Text>
    </Box>
  );
}

export function drawWait(wait: WaitState, look: Look): Drawn {
  const above: Row[] = [
    ...(wait.problem ? problemRows(wait.problem, look) : []),
    ...(wait.link === undefined ? [] : linkRows(wait.link, look)),
  ];
  if (!wait.entry) return { rows: above };
  const title = textRows(wait.entry.action.input ?? "", { look, tone: "strong" });
  const field = drawText(wait.entry.text, look);
  const start = above.length + title.length;
  return {
    rows: [...above, ...title, ...field.rows],
    focus: { start: above.length, end: start + field.rows.length },
    ...(field.cursor && { cursor: { x: field.cursor.x, y: start + field.cursor.y } }),
  };
}

function problemRows({ say, hints = [] }: NonNullable<WaitState["problem"]>, look: Look): Row[] {
  const lead = [{ text: ` ${look.signs.attention} `, tone: "warning" } as const];
  return [
    ...textRows(say, { look, tone: "warning", lead }),
    ...hints.flatMap((hint) => hintRows(hint, look)),
  ];
}

/** `2:41 · ends in 7:19` */
export function sayTimes({ startedAt, deadline }: WaitState, now: Date, dot: string): string {
  const elapsed = sayDuration(now.getTime() - startedAt.getTime());
  if (!deadline) return elapsed;
  return `${elapsed} ${dot} ends in ${sayDuration(deadline.getTime() - now.getTime())}`;
}

function sayDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const tail = `${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
