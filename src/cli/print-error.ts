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

/** Not set when running from source. */
const reportAt = typeof GATEHOUSE_BUGS === "string" ? GATEHOUSE_BUGS : "the issue tracker";

const attachment = (): Hint => ({
  say: "Attach the machine's report; it contains no secrets",
  command: ownCommandLine("doctor", "--json"),
});

/** Prints an error and its hints to standard error, and returns the exit code. */
export function printError(error: unknown): ExitCode {
  const known = error instanceof UserError ? error : explainFault(error);
  if (known) {
    print((look) => errorRows(known, look));
    return known.exitCode;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = "This is a bug in gatehouse. Please report it with the lines below:";
  // Developers need the stack trace unchanged, so its lines are not wrapped.
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
 * Formats an error and its hints:
 *
 *  ✖ Nobody is signed in.
 *  │ Sign in:
 *    gh auth login
 *
 * A run that the operator stopped is not a failure, so its mark is different.
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

/**
 * Splits a message that is wider than one row into sentences: the problem, and the state of each
 * App.
 */
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

/**
 * Removes control characters before redaction: otherwise they could split a token and hide it from
 * the redactor.
 */
function clean(text: string): string {
  return redact(printable(text));
}
