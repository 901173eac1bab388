import { definitionsFolder, findDefinitions } from "../compiler/project/find-definitions.ts";
import {
  compileFile,
  explainFault,
  type CompiledFile,
  type Compiling,
} from "../compiler/project/compile-files.ts";
import { outputOf, readOutput, writeOutput } from "../compiler/project/locate-output.ts";
import { InvalidInput, exitCode } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import { openCompilings } from "./open-compiling.ts";
import { printUnpublished } from "./outcomes/print-unpublished.ts";
import type { CompileResult } from "./outcomes/print-compiled-json.ts";

declare const GATEHOUSE_IS_PUBLISHED: boolean;

export interface CompileOptions {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly check?: boolean;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly brand?: string;
}

/** Compiles the definitions in the given paths, once or on every change. */
export async function runCompile(paths: readonly string[], options: CompileOptions): Promise<void> {
  requireOne(options);
  const asked = paths.length > 0 ? paths : [definitionsFolder];
  const sources = await findDefinitions(asked, options);
  requireFewer(sources, options);
  const compilingOf = openCompilings(options);
  const compile = async (source: string) => {
    const compiling = await compilingOf(source);
    return compileOne(source, compiling, options);
  };
  await warnUnpublished(sources, compilingOf);
  if (!options.watch) {
    const results: CompileResult[] = [];
    for (const source of sources) results.push(await compile(source));
    return report(results, options);
  }
  const { watchDefinitions } = await import("./watch-definitions.ts");
  // With -o there can be only one pipeline, so definitions that are added later are not compiled.
  const notify = (result: CompileResult) => report([result], options);
  const stopped = listenForStop();
  await watchDefinitions(options.output === undefined ? asked : sources, {
    compile,
    report: notify,
    stopped,
  });
}

/**
 * Warns once if this gatehouse version is not published in a registry, because pipelines cannot
 * install an unpublished version.
 */
async function warnUnpublished(
  sources: readonly string[],
  compilingOf: (source: string) => Promise<Compiling>,
): Promise<void> {
  if (GATEHOUSE_IS_PUBLISHED) return;
  for (const source of sources) {
    const { project } = await compilingOf(source);
    if (!project.hasPin) return printUnpublished(project.settings);
  }
}

/** Options that cannot be combined. The first conflict is reported. */
const excluding = [
  ["--stdout", "output"],
  ["--stdout", "check"],
  ["--stdout", "json"],
  ["--stdout", "watch"],
  ["--check", "watch"],
] as const;

function requireOne(options: CompileOptions): void {
  for (const [one, other] of excluding) {
    const isAsked = one === "--check" ? options.check : options.stdout;
    if (isAsked !== true || options[other] === undefined) continue;
    const name = other === "output" ? "-o" : `--${other}`;
    throw new InvalidInput(`${one} and ${name} cannot be used together.`);
  }
}

function requireFewer(sources: readonly string[], { output, stdout }: CompileOptions): void {
  if (sources.length === 1 || (output === undefined && !stdout)) return;
  const option = stdout ? "--stdout" : "-o";
  throw new InvalidInput(
    `${option} requires a single definition, but there are ${sources.length}.`,
  );
}

/**
 * Compiles one definition and reports all its problems. If there are errors, nothing is written.
 */
async function compileOne(
  source: string,
  compiling: Compiling,
  options: CompileOptions,
): Promise<CompileResult> {
  const compiled = strictly(await compileFile(source, compiling), options);
  const output = options.stdout ? undefined : (options.output ?? outputOf(source));
  if (compiled.text === undefined || output === undefined) return { ...compiled, done: "nothing" };
  try {
    return { ...compiled, output, ...(await insert(output, compiled, options)) };
  } catch (error) {
    return { ...compiled, errors: [explainFault(error)], done: "nothing" };
  }
}

async function insert(
  output: string,
  { name, text = "" }: CompiledFile,
  { check, output: asked }: CompileOptions,
): Promise<Pick<CompileResult, "done" | "before">> {
  const before = await readOutput(output, name);
  const folder = asked === undefined ? "there" : "made";
  if (!check) return { done: await writeOutput(output, text, { before, folder }) };
  // A clone may have different line endings.
  const isSame = before?.replaceAll("\r\n", "\n") === text;
  return { done: isSame ? "the same" : "differs", before: before ?? "" };
}

function strictly(compiled: CompiledFile, { strict }: CompileOptions): CompiledFile {
  if (!strict || compiled.warnings.length === 0) return compiled;
  const { text: _, pipeline: __, ...rest } = compiled;
  return { ...rest, errors: [...compiled.errors, ...compiled.warnings], warnings: [] };
}

/**
 * Prints the results. The module that measures and formats text takes longer to load than a
 * definition takes to compile, so it is loaded on demand.
 */
async function report(results: readonly CompileResult[], options: CompileOptions): Promise<void> {
  if (options.json) {
    const { printCompiledJson } = await import("./outcomes/print-compiled-json.ts");
    printCompiledJson(results, options);
  } else {
    const [only] = results;
    if (options.stdout && only?.text !== undefined) process.stdout.write(only.text);
    const isReported = results.some(({ errors, warnings }) => errors.length + warnings.length > 0);
    if (!options.stdout || isReported) {
      const { printCompiled } = await import("./outcomes/print-compiled.ts");
      // With --stdout, standard output is reserved for the pipeline.
      printCompiled(results, options.stdout ? process.stderr : process.stdout);
    }
  }
  const isWrong = results.some(({ errors }) => errors.length > 0);
  const hasDrift = results.some(({ done }) => done === "differs");
  process.exitCode = isWrong ? exitCode.usage : hasDrift ? exitCode.incomplete : exitCode.done;
}
