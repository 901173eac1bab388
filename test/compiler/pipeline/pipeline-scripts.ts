import type { Pipeline } from "../../../src/compiler/pipeline/pipeline.ts";

/** A script of a pipeline's own, and where it is. */
export interface PipelineScript {
  /** `Agent: Bring gatehouse` */
  readonly name: string;
  readonly script: string;
}

/** Every script in a pipeline that the compiler wrote. */
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
