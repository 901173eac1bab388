import type { Beginning } from "../../../flows/begin/describe-beginning.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { printError } from "../../cli/print-error.ts";
import { Incomplete } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** Prints the state, so that it stays in the scrollback after the operator leaves. */
export function printBeginning(beginning: Beginning): void {
  if (beginning.state === "unseen") printError(new Incomplete(beginning.message, beginning.hints));
  if (beginning.state === "seen") printRows((look) => seenRows(beginning, look));
}

function seenRows(
  { repo, words, wrong, next }: Extract<Beginning, { readonly state: "seen" }>,
  look: Look,
): Row[] {
  return [
    ...subjectRows(repo, words, look),
    ...wrong.flatMap((line) => textRows(line, { look, lead: marked(look, "failed") })),
    ...nextRows(next, { look }),
  ];
}

/** Prints the chosen command line, which the operator can type the next time. */
export function printChosen(words: readonly string[]): void {
  const line = ownCommandLine(...words);
  printRows((look) => textRows(line, { look, lead: marked(look, "active") }), process.stderr);
}
