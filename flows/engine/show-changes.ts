import { readablePipeline } from "../../src/compiler/choice/readable-pipeline.ts";
import { pairSteps, type StepPair } from "../../src/compiler/choice/pair-steps.ts";
import { compiledSecrets, writtenSecrets } from "../../src/compiler/choice/written-secrets.ts";
import { count } from "../../src/shared/count.ts";
import { changedLines, shownLine, textLines, type TextPair } from "../shared/changed-lines.ts";

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
  const show = (line: string) => shownLine(line, secrets);
  return { lines: changedLines(definition).map(show), steps: showSteps(pipeline).map(show) };
}

function textsOf({ before, after }: TextPair): readonly string[] {
  return [before, after];
}

/** Returns the changes to a pipeline: the name and the lines of each changed step. */
function showSteps(pipelines: TextPair): readonly string[] {
  const shown = changedSteps(pipelines);
  const left = pipelines.before === "" ? countLeft(pipelines, shown) : 0;
  return [
    ...shown.flatMap((pair) => [pair.title, ...changedLines(pair), ""]),
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
    lines: count(changedLines(definition).length, "line"),
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
