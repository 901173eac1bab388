import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { stoppingLine } from "../src/asking/stops.ts";
import { printable, printableLine } from "../src/shared/print-text.ts";
import { sayTimes } from "./wait-status.tsx";
import { hintRows, linkRows, Rows, textRows, type Look, type Row } from "./rows.tsx";
import type { OpenQuestion, Screen } from "./screen-store.ts";

/** What is asked: the title, and below it the facts, or why we ask. */
export function Question({ screen, rows }: { screen: Screen; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const { open, isWhyShown } = screen;
  if (!open) return <Text>One moment.</Text>;
  const error = open.error ? [`${spokenAs(open.error)}: ${open.error.message}`] : [];
  const hints = open.error?.hints.flatMap(({ say, command, link }) => [say, command, link]) ?? [];
  const facts = isWhyShown && open.why !== undefined ? [open.why] : open.body;
  const lines = [...error, ...hints, open.title, ...facts].filter((line) => line !== undefined);
  return (
    <Box flexDirection="column">
      <Text>{lines.map(printable).join("\n")}</Text>
    </Box>
  );
}

function spokenAs({ state }: NonNullable<OpenQuestion["error"]>): string {
  return state === "attention" ? "To decide" : "Failed";
}

export function titleRows({ open, now, isStopping }: Screen, look: Look): Row[] {
  if (!open) return textRows("One moment", { look, tone: "quiet" });
  const { control, title } = open;
  if (control.kind !== "wait") {
    return textRows(printableLine(title), { look, tone: "strong", lead: [{ text: " " }] });
  }
  const { dot, active } = look.signs;
  const text = `${printableLine(title)} ${dot} ${sayTimes(control, now, dot)}`;
  const lead = [{ text: ` ${active} `, tone: "active" } as const];
  const line = isStopping ? `${stoppingLine}.` : control.line;
  return [
    ...textRows(text, { look, tone: "strong", lead }),
    ...(line ? textRows(line, { look }) : []),
  ];
}

/** The text between title and control. Why we ask takes its place while it is wanted. */
export function bodyRows({ open, isWhyShown }: Screen, look: Look): Row[] {
  if (!open) return [];
  if (isWhyShown && open.why !== undefined) return textRows(open.why, { look });
  return [
    ...(open.error ? errorRows(open.error, look) : []),
    ...open.body.flatMap((line) => factRows(line, look)),
  ];
}

/** A line that is an address stays one that can be copied. */
function factRows(line: string, look: Look): Row[] {
  if (!line) return [[]];
  return /^https?:\/\/\S+$/.test(line) ? linkRows(line, look) : textRows(line, { look });
}

function errorRows(
  { message, hints, state = "failed" }: NonNullable<OpenQuestion["error"]>,
  look: Look,
): Row[] {
  const tone = state === "failed" ? "bad" : "warning";
  const lead = [{ text: ` ${look.signs[state]} `, tone } as const];
  return [
    ...textRows(message, { look, tone, lead }),
    ...hints.flatMap((hint) => hintRows(hint, look)),
  ];
}
