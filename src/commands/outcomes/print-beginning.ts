import type { Beginning } from "../../../flows/begin/describe-beginning.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { printError } from "../../cli/print-error.ts";
import { Incomplete } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** Prints the state, so that it stays in the scrollback after the operator leaves. */
export function printBeginning(beginning: Beginning): void {
  if (beginning.state === "unseen") printError(new Incomplete(beginning.message, beginning.hints));
  if (beginning.state === "seen") printRows((style) => seenRows(beginning, style));
}

function seenRows(
  { repo, words, wrong, next }: Extract<Beginning, { readonly state: "seen" }>,
  style: RenderOptions,
): Row[] {
  return [
    ...subjectRows(repo, words, style),
    ...wrong.flatMap((line) => textRows(line, { style, prefix: marked(style, "failed") })),
    ...nextRows(next, { style }),
  ];
}

/** Prints the chosen command line, so that the operator can type it the next time. */
export function printChosen(words: readonly string[]): void {
  const line = ownCommandLine(...words);
  printRows((style) => textRows(line, { style, prefix: marked(style, "active") }), process.stderr);
}
