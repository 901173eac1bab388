import { Box, Text, useIsScreenReaderEnabled } from "ink";
import { printable } from "../src/shared/print-text.ts";
import type { SecretState } from "./keys/secret.ts";
import { Rows, textRows, type Look, type Row } from "./rows.tsx";
import type { Drawn } from "./fit-rows.ts";

/** Takes a key or a token and shows that it arrived: of a key the number of lines, of a token nothing. */
export function SecretField({ secret, rows }: { secret: SecretState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Box aria-role="textbox">
      <Text>{saySecret(secret)}</Text>
    </Box>
  );
}

export function drawSecret(secret: SecretState, look: Look): Drawn {
  const isToken = secret.question.shape === "line" && !secret.draft.isEmpty;
  // The mask has one width for every token.
  const mask = isToken ? `${look.signs.hidden.repeat(8)}  ` : "";
  const lead = [{ text: ` ${look.signs.active} `, tone: "active" } as const];
  const tone = secret.draft.isEmpty ? "quiet" : "plain";
  return { rows: textRows(mask + saySecret(secret), { look, tone, lead }) };
}

export function saySecret({ draft, question, told }: SecretState): string {
  if (draft.isEmpty) {
    return question.shape === "lines" ? "paste the key here" : "paste or type it here";
  }
  if (question.shape === "line") return "received, not shown";
  const lines = `${draft.lineCount} ${draft.lineCount === 1 ? "line" : "lines"} received`;
  if (told !== undefined) return printable(`${lines}: ${told}`);
  return draft.isInsideBlock ? `${lines}, the END line is still to come` : lines;
}
