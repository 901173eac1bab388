import { printable } from "../src/shared/print-text.ts";
import type { SecretState } from "./keys/secret.ts";
import type { RenderOptions } from "../src/terminal/render-options.ts";
import { textRows, type RowPrefix } from "../src/terminal/rows.ts";
import type { Drawn } from "./fit-rows.ts";
import { fieldIndent } from "./text-rows.ts";

/**
 * Draws a description of the input after the prompt character.
 *
 *  │ › 28 lines received: RSA 2048
 */
export function drawSecret(secret: SecretState, style: RenderOptions, rail: RowPrefix): Drawn {
  const isToken = secret.question.shape === "line" && !secret.draft.isEmpty;
  // The mask has the same width for every token.
  const mask = isToken ? `${style.signs.hidden.repeat(8)}  ` : "";
  return {
    rows: textRows(mask + describeSecret(secret), { style, prefix: fieldIndent(style, rail) }),
  };
}

export function describeSecret({ draft, question, notice }: SecretState): string {
  if (draft.isEmpty) {
    return question.shape === "lines" ? "paste the key here" : "paste or type it here";
  }
  if (question.shape === "line") return "received, not shown";
  const lines = `${draft.lineCount} ${draft.lineCount === 1 ? "line" : "lines"} received`;
  if (notice !== undefined) return printable(`${lines}: ${notice}`);
  return draft.isInsideBlock ? `${lines}, END line missing` : lines;
}
