import type { Look } from "../terminal/render-options.ts";
import { printRows, type Draw } from "../terminal/paint.ts";
import {
  gutter,
  hanging,
  hintRows,
  lineRows,
  marked,
  rail,
  textRows,
  type Row,
} from "../terminal/rows.ts";
import { textWidth } from "../terminal/wrap-text.ts";
import { explainFault } from "../shared/explain-fault.ts";
import { Cancelled, UserError, exitCode } from "../shared/errors.ts";
import type { ExitCode, Hint } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { printable } from "../shared/print-text.ts";
import { redact } from "../shared/redact.ts";

declare const GATEHOUSE_BUGS: string | undefined;

/** From source nothing is built in. */
const reportAt = typeof GATEHOUSE_BUGS === "string" ? GATEHOUSE_BUGS : "its issue tracker";

const attachment = (): Hint => ({
  say: "Attach what this machine can do; nothing in it is secret",
  command: ownCommandLine("doctor", "--json"),
});

/** Says on standard error what went wrong and what to do, and answers the exit code. */
export function printError(error: unknown): ExitCode {
  const known = error instanceof UserError ? error : explainFault(error);
  if (known) {
    print((look) => errorRows(known, look));
    return known.exitCode;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = "This is a bug of gatehouse. Please report it, with the lines below:";
  // The lines of a stack are for whoever mends it: they stay as they are.
  const lines = clean(what).split("\n");
  print((look) => [
    ...textRows(message, { look, lead: marked(look, "failed") }),
    ...lineRows(reportAt, { look }),
    ...lines.map((text) => [{ text }]),
    ...hintRows(attachment(), { look, lead: hanging(rail(look, "quiet")) }),
  ]);
  return exitCode.bug;
}

/**
 *  ✖ Nobody is signed in.
 *  │ Sign in:
 *    gh auth login
 *
 * Somebody who stopped did nothing wrong: that is told by another mark.
 */
export function errorRows(error: UserError, look: Look): Row[] {
  const lead = rail(look, "quiet");
  const first = marked(look, error instanceof Cancelled ? "attention" : "failed", lead);
  return [
    ...sentencesOf(clean(error.message), look).flatMap((sentence, index) =>
      textRows(sentence, { look, lead: index === 0 ? first : lead }),
    ),
    ...error.hints.map(cleanHint).flatMap((hint) => hintRows(hint, { look, lead: hanging(lead) })),
  ];
}

/** What takes more than a row is read a sentence at a time: what is so, and what became of each App. */
function sentencesOf(message: string, { width }: Look): string[] {
  return message
    .split("\n")
    .flatMap((line) =>
      textWidth(line) <= width - gutter ? [line] : line.split(/(?<=[.!?]) (?=[A-Z"])/),
    );
}

function print(draw: Draw): void {
  printRows(draw, process.stderr);
}

function cleanHint({ say, command, link }: Hint): Hint {
  return {
    say: clean(say),
    ...(command !== undefined && { command: clean(command) }),
    ...(link !== undefined && { link: clean(link) }),
  };
}

/** First what a terminal would swallow: a token that is parted by it is known again, and wrapping parts none. */
function clean(text: string): string {
  return redact(printable(text));
}
