import type { Pipeline } from "../../../src/compiler/pipeline/pipeline.ts";

/** A script of a pipeline, with its job and step. */
export interface PipelineScript {
  /** Job and step, such as `Agent: Bring gatehouse`. */
  readonly name: string;
  readonly script: string;
}

/** Returns every script of a compiled pipeline. */
export function scriptsOf({ jobs }: Pipeline): readonly PipelineScript[] {
  return jobs.flatMap(({ id, steps }) =>
    steps.flatMap((step) => {
      if (step.kind === "bash")
        return [{ name: `${id}: ${step.displayName}`, script: step.script }];
      const script = step.kind === "task" ? step.inputs["inlineScript"] : undefined;
      return step.kind === "task" && typeof script === "string"
        ? [{ name: `${id}: ${step.displayName}`, script }]
        : [];
    }),
  );
}
