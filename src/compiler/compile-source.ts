import type { AgentDefinition } from "./definition/agent-definition.ts";
import type { NamedHost } from "./definition/find-hosts.ts";
import { readDefinition } from "./definition/read-definition.ts";
import { emitPipeline } from "./emit/emit-pipeline.ts";
import { buildPipeline, type BuildOptions } from "./pipeline/build-pipeline.ts";
import type { Pipeline } from "./pipeline/pipeline.ts";
import type { Diagnostic, Diagnostics } from "../yaml/diagnostics.ts";
import { oneLine } from "../yaml/scalar-shapes.ts";
import type { Location } from "../yaml/positions.ts";
import { readSourceFile, type SourceFile } from "./source/source-file.ts";

/** The result of a compilation: a pipeline and its text, or errors. */
export interface Compiled extends Diagnostics {
  readonly definition?: AgentDefinition;
  readonly pipeline?: Pipeline;
  /** Content of the pipeline file. */
  readonly text?: string;
  /** Hosts that still have to be checked against the public suffix list. */
  readonly hosts?: readonly NamedHost[];
  readonly placeOf?: (offset: number) => Location;
}

interface CompileOptions extends BuildOptions {
  /** Default branch of the repository, if known: a schedule for another branch is reported. */
  readonly defaultBranch?: string | undefined;
}

/**
 * Compiles an agent definition into a pipeline. The result depends only on the arguments, not on
 * the clock, the machine, or other files.
 */
export function compileSource(
  bytes: Uint8Array,
  { defaultBranch, ...options }: CompileOptions,
): Compiled {
  const file = readSourceFile(bytes);
  const { brand } = options.settings;
  const { definition, hosts, ...text } = readDefinition(file, brand, defaultBranch);
  const asked = "yaml" in file &&
    hosts && {
      hosts,
      placeOf: (offset: number) => file.placeOf(offset),
    };
  const misnamed = explainName(options.source);
  const errors = [...misnamed, ...text.errors];
  if (!definition || misnamed.length > 0 || !("yaml" in file)) return { ...text, errors, ...asked };
  const pipeline = buildPipeline(definition, options);
  const long = explainLength(pipeline, file);
  if (long.length > 0) return { ...text, errors: long, ...asked };
  return { definition, pipeline, text: emitPipeline(pipeline), ...text, ...asked };
}

/**
 * Refuses file names with a line break: the name becomes part of a comment in the pipeline, so the
 * text after the line break would be parsed as YAML.
 */
function explainName(source: string): readonly Diagnostic[] {
  const complaint = oneLine(source);
  if (!complaint) return [];
  const message = `the file name ${complaint.message}`;
  return [{ path: "", line: 1, column: 1, message, hint: "Rename the file" }];
}

/**
 * Longest script, in bytes. Azure Pipelines passes a script in an environment variable, and
 * operating systems limit its size.
 */
const longestScript = 131_000;

/**
 * Returns an error if a script is too long. The script that contains the prompt is longer than the
 * prompt, because it replaces characters that Azure Pipelines would interpret.
 */
function explainLength(pipeline: Pipeline, file: SourceFile): readonly Diagnostic[] {
  const sizes = pipeline.jobs
    .flatMap(({ steps }) => steps)
    .map((step) => (step.kind === "bash" ? Buffer.byteLength(step.script) : 0));
  const size = Math.max(...sizes);
  if (size <= longestScript) return [];
  const message = `the step with the prompt has ${size} bytes; the limit is ${longestScript}`;
  const hint =
    "Move part of the prompt to a file in the repository, and tell the agent to read that file";
  return [{ path: "", ...file.placeOf(file.bodyStart), message, hint }];
}
