import type { CompiledFile } from "../../compiler/project/compile-files.ts";
import { printJson } from "./print-json.ts";

/** A definition, and what was done with its pipeline. */
export interface CompileResult extends CompiledFile {
  readonly output?: string;
  readonly done: "written" | "the same" | "differs" | "nothing";
  /** What stands there, where it was looked at. */
  readonly before?: string;
}

export function printCompiledJson(
  results: readonly CompileResult[],
  { check = false }: { readonly check?: boolean } = {},
): void {
  const files = results.map(({ source, output, done, errors, warnings }) => ({
    source,
    output: done === "nothing" ? null : (output ?? null),
    // What is wrong has no pipeline to differ from.
    ...(check && { differs: done === "nothing" ? null : done === "differs" }),
    errors,
    warnings,
  }));
  printJson({ files });
}
