import type { AgentDefinition } from "./definition/agent-definition.ts";
import { readDefinition } from "./definition/read-definition.ts";
import { emitPipeline } from "./emit/emit-pipeline.ts";
import { buildPipeline, type BuildOptions } from "./pipeline/build-pipeline.ts";
import type { Pipeline } from "./pipeline/pipeline.ts";
import type { Diagnostics } from "./source/diagnostics.ts";
import { readSourceFile } from "./source/source-file.ts";

/** What became of a definition: a pipeline and its text, or what is wrong. */
export interface Compiled extends Diagnostics {
  readonly definition?: AgentDefinition;
  readonly pipeline?: Pipeline;
  /** The pipeline's file. */
  readonly text?: string;
}

/** Makes a pipeline of an agent definition. Depends on nothing else: no clock, no machine, no other file. */
export function compileSource(bytes: Uint8Array, options: BuildOptions): Compiled {
  const { definition, errors, warnings } = readDefinition(
    readSourceFile(bytes),
    options.settings.brand,
  );
  if (!definition) return { errors, warnings };
  const pipeline = buildPipeline(definition, options);
  return { definition, pipeline, text: emitPipeline(pipeline), errors, warnings };
}
