import type { CompiledFile } from "../../compiler/project/compile-files.ts";
import { printJson } from "./print-json.ts";

/** A compiled definition, and what was done with its pipeline. */
export interface CompileResult extends CompiledFile {
  readonly output?: string;
  readonly done: "written" | "the same" | "differs" | "nothing";
  /** Existing content of the pipeline file, if it was read. */
  readonly before?: string;
}

export function printCompiledJson(
  results: readonly CompileResult[],
  { check = false }: { readonly check?: boolean } = {},
): void {
  const files = results.map(({ source, output, done, errors, warnings }) => ({
    source,
    output: done === "nothing" ? null : (output ?? null),
    // A definition with errors does not have a pipeline to compare.
    ...(check && { differs: done === "nothing" ? null : done === "differs" }),
    errors,
    warnings,
  }));
  printJson({ files });
}
