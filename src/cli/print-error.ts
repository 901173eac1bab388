import type { RenderOptions } from "../terminal/render-options.ts";
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

/** The build defines this constant. It is undefined if gatehouse runs from source. */
const reportAt = typeof GATEHOUSE_BUGS === "string" ? GATEHOUSE_BUGS : "the issue tracker";

const attachment = (): Hint => ({
  text: "Attach a report about this machine; it contains no secrets",
  command: ownCommandLine("doctor", "--json"),
});

/** Prints an error and its hints to standard error, and returns the exit code. */
export function printError(error: unknown): ExitCode {
  const known = error instanceof UserError ? error : explainFault(error);
  if (known) {
    print((style) => errorRows(known, style));
    return known.exitCode;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = "This is a bug in gatehouse. Please report it with the lines below:";
  // Developers need the stack trace unchanged, so its lines are not wrapped.
  const lines = clean(what).split("\n");
  print((style) => [
    ...textRows(message, { style, prefix: marked(style, "failed") }),
    ...lineRows(reportAt, { style }),
    ...lines.map((text) => [{ text }]),
    ...hintRows(attachment(), { style, prefix: hanging(rail(style, "quiet")) }),
  ]);
  return exitCode.bug;
}

/**
 * Formats an error and its hints:
 *
 *  ✖ Not signed in to github.com.
 *  │ Sign in:
 *    gh auth login
 *
 * If the operator stopped the run, the mark is different because the run did not fail.
 */
export function errorRows(error: UserError, style: RenderOptions): Row[] {
  const prefix = rail(style, "quiet");
  const first = marked(style, error instanceof Cancelled ? "attention" : "failed", prefix);
  return [
    ...sentencesOf(clean(error.message), style).flatMap((sentence, index) =>
      textRows(sentence, { style, prefix: index === 0 ? first : prefix }),
    ),
    ...error.hints
      .map(cleanHint)
      .flatMap((hint) => hintRows(hint, { style, prefix: hanging(prefix) })),
  ];
}

/**
 * Splits a message that is wider than one row into sentences, for example the problem and the state
 * of each App.
 */
function sentencesOf(message: string, { width }: RenderOptions): string[] {
  return message
    .split("\n")
    .flatMap((line) =>
      textWidth(line) <= width - gutter ? [line] : line.split(/(?<=[.!?]) (?=[A-Z"])/),
    );
}

function print(draw: Draw): void {
  printRows(draw, process.stderr);
}

function cleanHint({ text, command, lines, link }: Hint): Hint {
  return {
    text: clean(text),
    ...(lines !== undefined && { lines: lines.map(clean) }),
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
