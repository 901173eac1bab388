import type { Applied } from "../../run/outputs/apply-outputs.ts";
import type { Step } from "../../run/outputs/output-run.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import { printStepJson } from "./print-step-json.ts";

/** Prints the result of one proposal: ` ✔ issue 1 of 2: #41 https://…`. */
export function printStep(step: Step, stream: NodeJS.WriteStream): void {
  printRows((style) => stepRows(step, style), stream);
}

export function stepRows(step: Step, style: RenderOptions): Row[] {
  const what = `${step.handler} ${step.number} of ${step.of}:`;
  if (step.kind === "failed") {
    const text = `${what} line ${step.line}: ${step.reason}`;
    return textRows(text, { style, prefix: marked(style, "failed") });
  }
  const name = step.kind === "applied" ? step.name : "already applied:";
  // A URL is one word, so it is not wrapped.
  return [[...marked(style, "done").first, { text: `${what} ${name} ${step.url}` }]];
}

export function printApplied(applied: Applied, { json }: { readonly json: boolean }): void {
  const { notes, stopped: _, ...document } = applied;
  if (json) {
    printStepJson(document);
    printRows((style) => noteRows(notes, style), process.stderr);
  } else printRows((style) => appliedRows(applied, style));
}

/**
 * Formats the summary:
 *
 *  - Skipped: comment on line 3: exceeds the limit of 1 for comment
 *  ✔ 2 proposals were applied, 1 skipped.
 */
function appliedRows({ applied, left, failed, notes }: Applied, style: RenderOptions): Row[] {
  const parts = [
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
    ...(left.length === 0 ? [] : [`${left.length} skipped`]),
  ];
  const done = applied.length === 0 ? "Nothing was" : `${count(applied.length, "proposal")}`;
  const verb = applied.length === 0 ? "" : applied.length === 1 ? " was" : " were";
  const text = [`${done}${verb} applied`, ...parts].join(", ");
  const state = failed.length > 0 ? "failed" : "done";
  return [
    ...left.flatMap(({ handler, line, reason }) =>
      textRows(`Skipped: ${handler} on line ${line}: ${reason}`, {
        style,
        prefix: marked(style, "skipped"),
      }),
    ),
    ...noteRows(notes, style),
    ...textRows(`${text}.`, { style, prefix: marked(style, state), tone: "strong" }),
  ];
}

function noteRows(notes: readonly string[], style: RenderOptions): Row[] {
  return notes.flatMap((note) => textRows(note, { style, prefix: marked(style, "attention") }));
}
