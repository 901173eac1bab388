import type { AgentDefinition } from "./definition/agent-definition.ts";
import type { NamedHost } from "./definition/find-hosts.ts";
import { readDefinition } from "./definition/read-definition.ts";
import { emitPipeline } from "./emit/emit-pipeline.ts";
import { buildPipeline, type BuildOptions } from "./pipeline/build-pipeline.ts";
import type { Pipeline } from "./pipeline/pipeline.ts";
import type { Diagnostic, Diagnostics } from "../yaml/diagnostics.ts";
import { oneLine } from "../yaml/scalar-shapes.ts";
import type { Place } from "../yaml/places.ts";
import { readSourceFile, type SourceFile } from "./source/source-file.ts";

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
  const misnamed = explainName(options.source);
  const errors = [...misnamed, ...said.errors];
  if (!definition || misnamed.length > 0 || !("yaml" in file)) return { ...said, errors, ...asked };
  const pipeline = buildPipeline(definition, options);
  const long = explainLength(pipeline, file);
  if (long.length > 0) return { ...said, errors: long, ...asked };
  return { definition, pipeline, text: emitPipeline(pipeline), ...said, ...asked };
}

/** The pipeline's header names the file it is made of, and a line break in that would be YAML. */
function explainName(source: string): readonly Diagnostic[] {
  const complaint = oneLine(source);
  if (!complaint) return [];
  const message = `the file's name ${complaint.message}`;
  return [{ path: "", line: 1, column: 1, message, hint: "Give the file another name" }];
}

/** The service hands a script on as one variable of an environment, of which no system takes any longer. In bytes. */
const longestScript = 131_000;

/** What the agent is told stands in a script, and is longer there: signs of the service's are written as others. */
function explainLength(pipeline: Pipeline, file: SourceFile): readonly Diagnostic[] {
  const sizes = pipeline.jobs
    .flatMap(({ steps }) => steps)
    .map((step) => (step.kind === "bash" ? Buffer.byteLength(step.script) : 0));
  const size = Math.max(...sizes);
  if (size <= longestScript) return [];
  const message = `what the agent is told comes to ${size} bytes in its step; a step takes ${longestScript} at most`;
  const hint = "Put a part of it into a file of the repository, and tell the agent to read that";
  return [{ path: "", ...file.placeOf(file.bodyStart), message, hint }];
}
