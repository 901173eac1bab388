import { readablePipeline } from "../../src/compiler/choice/readable-pipeline.ts";
import { pairSteps, type StepPair } from "../../src/compiler/choice/pair-steps.ts";
import { compiledSecrets, writtenSecrets } from "../../src/compiler/choice/written-secrets.ts";
import { findLineChanges } from "../../src/run/control/line-changes.ts";
import { count } from "../../src/shared/count.ts";
import { unshown } from "../../src/shared/print-text.ts";
import { redact } from "../../src/shared/redact.ts";

/** Two texts, of which the first may not be there. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** What is to be written, beside what stands there: a definition, and what it compiles to. */
export interface TextPairs {
  readonly definition: TextPair;
  readonly pipeline: TextPair;
}

/** All that changes in both, as anybody may read it: a key that somebody wrote down is not shown, neither where it was nor where it is. */
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

/** Two lines may differ in nothing but signs that no terminal shows. */
function escapeUnshown(line: string): string {
  return line.replaceAll(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

function textsOf({ before, after }: TextPair): readonly string[] {
  return [before, after];
}

/** Lines that were taken away and added, each with its sign; nothing where both are the same. */
function showLines({ before, after }: TextPair): readonly string[] {
  if (before === "") return textLines(after).map((line) => `+ ${line}`);
  if (after === "") return textLines(before).map((line) => `- ${line}`);
  return findLineChanges(before, after).map(({ sign, line }) => `${sign} ${line}`);
}

function textLines(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}

/** What becomes of a pipeline, step by step: the name of each step that changes, and its lines. */
function showSteps(pipelines: TextPair): readonly string[] {
  const shown = changedSteps(pipelines);
  const left = pipelines.before === "" ? countLeft(pipelines, shown) : 0;
  return [
    ...shown.flatMap((pair) => [pair.title, ...showLines(pair), ""]),
    ...(left > 0 ? [`(${count(left, "more line")}, which no answer here changes)`] : []),
  ];
}

/** Of a pipeline that is new. */
function countLeft({ after }: TextPair, shown: readonly StepPair[]): number {
  const seen = shown.reduce((sum, pair) => sum + textLines(pair.after).length, 0);
  return textLines(readablePipeline(after)).length - seen;
}

/** `3 lines`, `2 steps`: how much of it changes. */
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

/** Of a pipeline that is new, what the answers have led to; the rest is the same for all. */
function isOfEngine({ title }: StepPair): boolean {
  return /^(?:Agent|Detection): (?:Install (?!Node)|Prepare the|Mint the|Fetch the|Run the|Look at|Revoke the)/.test(
    title,
  );
}
