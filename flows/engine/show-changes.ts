import { readablePipeline } from "../../src/compiler/choice/readable-pipeline.ts";
import { pairSteps, type StepPair } from "../../src/compiler/choice/pair-steps.ts";
import { findLineChanges } from "../../src/control/shared-control/line-changes.ts";
import { count } from "../../src/shared/count.ts";

/** Two texts, of which the first may not be there. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** Lines that were taken away and added, each with its sign; nothing where both are the same. */
export function showLines({ before, after }: TextPair): readonly string[] {
  if (before === "") return textLines(after).map((line) => `+ ${line}`);
  if (after === "") return textLines(before).map((line) => `- ${line}`);
  return findLineChanges(before, after).map(({ sign, line }) => `${sign} ${line}`);
}

function textLines(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}

/** What becomes of a pipeline, step by step: the name of each step that changes, and its lines. */
export function showSteps(pipelines: TextPair): readonly string[] {
  return changedSteps(pipelines).flatMap((pair) => [pair.title, ...showLines(pair), ""]);
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
