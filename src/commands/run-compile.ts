import { definitionsFolder, findDefinitions } from "../compiler/project/find-definitions.ts";
import {
  compileFile,
  type CompiledFile,
  type Compiling,
} from "../compiler/project/compile-files.ts";
import { outputOf, readOutput, writeOutput } from "../compiler/project/place-output.ts";
import { InvalidInput, exitCode } from "../shared/errors.ts";
import { openCompiling } from "./open-compiling.ts";
import type { CompileResult } from "./outcomes/print-compiled-json.ts";

/** What a person asks for. */
export interface CompileOptions {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly check?: boolean;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly brand?: string;
}

/** Compiles what the paths name, once or whenever it changes. */
export async function runCompile(paths: readonly string[], options: CompileOptions): Promise<void> {
  requireOne(options);
  const compiling = await openCompiling(options);
  const asked = paths.length > 0 ? paths : [definitionsFolder];
  const sources = await findDefinitions(asked);
  requireFewer(sources, options);
  const compile = (source: string) => compileOne(source, compiling, options);
  if (!options.watch) {
    const results: CompileResult[] = [];
    for (const source of sources) results.push(await compile(source));
    return report(results, options);
  }
  const { watchDefinitions } = await import("./watch-definitions.ts");
  // Where there can be one pipeline, what comes later has no place.
  const isForOne = options.stdout || options.output !== undefined;
  const tell = (result: CompileResult) => report([result], options);
  await watchDefinitions(isForOne ? sources : asked, { compile, tell });
}

function requireOne({ output, stdout, check, watch }: CompileOptions): void {
  if (output !== undefined && stdout) {
    throw new InvalidInput("-o and --stdout exclude each other.");
  }
  if (check && (stdout || watch)) {
    throw new InvalidInput(`--check and ${stdout ? "--stdout" : "--watch"} exclude each other.`);
  }
}

function requireFewer(sources: readonly string[], { output, stdout }: CompileOptions): void {
  if (sources.length === 1 || (output === undefined && !stdout)) return;
  const option = stdout ? "--stdout" : "-o";
  throw new InvalidInput(`${option} is for one definition; there are ${sources.length}.`);
}

/** All that belongs to one definition: nothing is written where anything is wrong. */
async function compileOne(
  source: string,
  compiling: Compiling,
  options: CompileOptions,
): Promise<CompileResult> {
  const compiled = strictly(await compileFile(source, compiling), options);
  const output = options.stdout ? undefined : (options.output ?? outputOf(source));
  if (compiled.text === undefined || output === undefined) return { ...compiled, done: "nothing" };
  const before = await readOutput(output);
  if (options.check) {
    // A clone may have other line ends.
    const isSame = before?.replaceAll("\r\n", "\n") === compiled.text;
    const done = isSame ? "the same" : "differs";
    return { ...compiled, output, done, before: before ?? "" };
  }
  return { ...compiled, output, done: await writeOutput(output, compiled.text, before) };
}

function strictly(compiled: CompiledFile, { strict }: CompileOptions): CompiledFile {
  if (!strict || compiled.warnings.length === 0) return compiled;
  const { text: _, pipeline: __, ...rest } = compiled;
  return { ...rest, errors: [...compiled.errors, ...compiled.warnings], warnings: [] };
}

/** What is printed for a person measures every sign of it, which takes longer than to compile: it is loaded when it is needed. */
async function report(
  results: readonly CompileResult[],
  { json, stdout }: CompileOptions,
): Promise<void> {
  const [only] = results;
  if (json) {
    const { printCompiledJson } = await import("./outcomes/print-compiled-json.ts");
    printCompiledJson(results);
  } else if (stdout && only?.text !== undefined) process.stdout.write(only.text);
  else {
    const { printCompiled } = await import("./outcomes/print-compiled.ts");
    printCompiled(results);
  }
  const isWrong = results.some(({ errors }) => errors.length > 0);
  const hasDrift = results.some(({ done }) => done === "differs");
  process.exitCode = isWrong ? exitCode.usage : hasDrift ? exitCode.incomplete : exitCode.done;
}
