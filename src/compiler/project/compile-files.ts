import { InvalidInput, UserError, type Hint } from "../../shared/errors.ts";
import { compileSource, type Compiled } from "../compile-source.ts";
import { validateHosts } from "../validate-hosts.ts";
import type { Programs } from "../pipeline/credential-steps.ts";
import type { Diagnostic } from "../../yaml/diagnostics.ts";
import { largestSource } from "../source/source-file.ts";
import type { Project } from "./open-project.ts";
import { placeSource } from "./locate-source.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { requireShown } from "./require-shown.ts";

/** A definition file, and the result of its compilation. */
export interface CompiledFile extends Compiled {
  /** Path as requested. */
  readonly source: string;
  /** Path as named in the pipeline. */
  readonly name: string;
  /** Whether the file is empty. Some editors empty a file before they write it. */
  readonly isEmpty?: boolean;
}

export interface Compiling {
  readonly project: Project;
  readonly programs: Programs;
  readonly version: string;
}

/** Compiles one file. The file's name in the pipeline does not depend on the current directory. */
export async function compileFile(source: string, compiling: Compiling): Promise<CompiledFile> {
  const read = readSource(source);
  if (!(read instanceof Uint8Array)) return { source, name: source, errors: [read], warnings: [] };
  return { ...(await compileBytes(read, source, compiling)), isEmpty: read.length === 0 };
}

/** Compiles text as if it were the content of the file. */
export function compileText(
  text: string,
  source: string,
  compiling: Compiling,
): Promise<CompiledFile> {
  return compileBytes(new TextEncoder().encode(text), source, compiling);
}

function readSource(source: string): Uint8Array | Diagnostic {
  try {
    return readBytes(source);
  } catch (error) {
    return explainFault(error);
  }
}

/** @throws InvalidInput */
function readBytes(source: string): Uint8Array {
  requireShown(source);
  const read = readPlainFile(source, largestSource);
  if (!read) throw new InvalidInput("file not found");
  if (read.size > largestSource) {
    const size = (read.size / 1024 / 1024).toFixed(1);
    throw new InvalidInput(`the file is ${size} MB; the maximum is 1 MB`);
  }
  return read.bytes;
}

async function compileBytes(
  bytes: Uint8Array,
  source: string,
  { project: { settings, defaultBranch }, programs, version }: Compiling,
): Promise<CompiledFile> {
  const { name } = placeSource(source);
  const options = { settings, programs, version, source: name, defaultBranch };
  const compiled = compileSource(bytes, options);
  return { source, name, ...(await validateHosts(compiled)) };
}

/**
 * Returns an error for a file that could not be compiled, so that the other files are still
 * compiled.
 * @throws any unexpected error, unchanged
 */
export function explainFault(error: unknown): Diagnostic {
  if (!(error instanceof UserError)) throw error;
  const message = error.message.replace(/\.$/, "");
  const hint = error.hints.map(formatHint).join("; ");
  return { path: "", line: 1, column: 1, message, ...(hint !== "" && { hint }) };
}

function formatHint({ text, command }: Hint): string {
  return command === undefined ? text : `${text}: ${command}`;
}
