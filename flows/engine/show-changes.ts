import { readablePipeline } from "../../src/compiler/choice/readable-pipeline.ts";
import { pairSteps, type StepPair } from "../../src/compiler/choice/pair-steps.ts";
import { compiledSecrets, writtenSecrets } from "../../src/compiler/choice/written-secrets.ts";
import { findLineChanges } from "../../src/run/control/line-changes.ts";
import { count } from "../../src/shared/count.ts";
import { unshown } from "../../src/shared/print-text.ts";
import { redact } from "../../src/shared/redact.ts";

/** Two versions of a file's text. The first is empty if the file does not exist. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** The planned and existing texts of a definition and its pipeline. */
export interface TextPairs {
  readonly definition: TextPair;
  readonly pipeline: TextPair;
}

/**
 * Returns all changes of both files in a form that is safe to show: literal keys are redacted in
 * the old and the new text.
 */
export function showChanges({ definition, pipeline }: TextPairs): {
  readonly lines: readonly string[];
  readonly steps: readonly string[];
} {
  const secrets = [
    ...textsOf(definition).flatMap(writtenSecrets),
    ...textsOf(pipeline).flatMap(compiledSecrets),
  ];
  const show = (line: string) => escapeUnshown(redact(line, secrets));
  return { lines: showLines(definition).map(show), steps: showSteps(pipeline).map(show) };
}

const unseen = new RegExp(unshown, "gu");

/** Escapes invisible characters, because they can be the only difference between two lines. */
function escapeUnshown(line: string): string {
  return line.replaceAll(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

function textsOf({ before, after }: TextPair): readonly string[] {
  return [before, after];
}

/** Returns the removed and added lines, marked with - and +; empty if the texts are equal. */
function showLines({ before, after }: TextPair): readonly string[] {
  if (before === "") return textLines(after).map((line) => `+ ${line}`);
  if (after === "") return textLines(before).map((line) => `- ${line}`);
  return findLineChanges(before, after).map(({ sign, line }) => `${sign} ${line}`);
}

function textLines(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}

/** Returns the changes to a pipeline: the name and the lines of each changed step. */
function showSteps(pipelines: TextPair): readonly string[] {
  const shown = changedSteps(pipelines);
  const left = pipelines.before === "" ? countLeft(pipelines, shown) : 0;
  return [
    ...shown.flatMap((pair) => [pair.title, ...showLines(pair), ""]),
    ...(left > 0 ? [`(${count(left, "more line")}, independent of the answers)`] : []),
  ];
}

/** Counts the lines of a new pipeline that are not shown. */
function countLeft({ after }: TextPair, shown: readonly StepPair[]): number {
  const seen = shown.reduce((sum, pair) => sum + textLines(pair.after).length, 0);
  return textLines(readablePipeline(after)).length - seen;
}

/** Counts the changes: `3 lines`, `2 parts`. */
export function countChanges(
  definition: TextPair,
  pipelines: TextPair,
): { readonly lines: string; readonly steps: string } {
  return {
    lines: count(showLines(definition).length, "line"),
    steps: count(changedSteps(pipelines).length, "part"),
  };
}

function changedSteps({ before, after }: TextPair): readonly StepPair[] {
  const pairs = pairSteps(readablePipeline(before), readablePipeline(after));
  return before === "" ? pairs.filter(isOfEngine) : pairs;
}

/** Returns whether a step of a new pipeline depends on the answers. */
function isOfEngine({ title }: StepPair): boolean {
  return /^(?:Agent|Detection): (?:Install (?!Node|gatehouse)|Prepare the|Mint the|Fetch the|Run the|Revoke the)/.test(
    title,
  );
}
