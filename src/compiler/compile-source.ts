import type { AgentDefinition } from "./definition/agent-definition.ts";
import type { NamedHost } from "./definition/find-hosts.ts";
import { readDefinition } from "./definition/read-definition.ts";
import { emitPipeline } from "./emit/emit-pipeline.ts";
import { buildPipeline, type BuildOptions } from "./pipeline/build-pipeline.ts";
import type { Pipeline } from "./pipeline/pipeline.ts";
import type { Diagnostics } from "./source/diagnostics.ts";
import { readSourceFile, type Place } from "./source/source-file.ts";

/** What became of a definition: a pipeline and its text, or what is wrong. */
export interface Compiled extends Diagnostics {
  readonly definition?: AgentDefinition;
  readonly pipeline?: Pipeline;
  /** The pipeline's file. */
  readonly text?: string;
  /** What only a long list can say more about. */
  readonly hosts?: readonly NamedHost[];
  readonly placeOf?: (offset: number) => Place;
}

/** Makes a pipeline of an agent definition. Depends on nothing else: no clock, no machine, no other file. */
export function compileSource(bytes: Uint8Array, options: BuildOptions): Compiled {
  const file = readSourceFile(bytes);
  const { definition, hosts, ...said } = readDefinition(file, options.settings.brand);
  const asked = "yaml" in file &&
    hosts && {
      hosts,
      placeOf: (offset: number) => file.placeOf(offset),
    };
  if (!definition) return { ...said, ...asked };
  const pipeline = buildPipeline(definition, options);
  return { definition, pipeline, text: emitPipeline(pipeline), ...said, ...asked };
}
