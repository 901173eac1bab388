import { InvalidInput, UserError, type Hint } from "../../shared/errors.ts";
import { compileSource, type Compiled } from "../compile-source.ts";
import { validateHosts } from "../validate-hosts.ts";
import type { Programs } from "../pipeline/credential-steps.ts";
import type { Diagnostic } from "../../yaml/diagnostics.ts";
import { largestSource } from "../source/source-file.ts";
import type { Project } from "./open-project.ts";
import { placeSource } from "./place-source.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { requireShown } from "./require-shown.ts";

/** A definition's file, and what became of it. */
export interface CompiledFile extends Compiled {
  /** As it was asked for. */
  readonly source: string;
  /** As its pipeline names it. */
  readonly name: string;
  /** An editor that writes a file where it stands empties it first. */
  readonly isEmpty?: boolean;
}

export interface Compiling {
  readonly project: Project;
  readonly programs: Programs;
  readonly version: string;
}

/** Compiles one file. What it is called in the pipeline does not depend on where that is done. */
export async function compileFile(source: string, compiling: Compiling): Promise<CompiledFile> {
  const read = readSource(source);
  if (!(read instanceof Uint8Array)) return { source, name: source, errors: [read], warnings: [] };
  return { ...(await compileBytes(read, source, compiling)), isEmpty: read.length === 0 };
}

/** Compiles what a file would say with this text. */
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
  if (!read) throw new InvalidInput("the file is not there");
  if (read.size > largestSource) {
    const size = (read.size / 1024 / 1024).toFixed(1);
    throw new InvalidInput(`the file has ${size} MB; a definition has at most 1 MB`);
  }
  return read.bytes;
}

async function compileBytes(
  bytes: Uint8Array,
  source: string,
  { project: { settings }, programs, version }: Compiling,
): Promise<CompiledFile> {
  const { name } = placeSource(source);
  const compiled = compileSource(bytes, { settings, programs, version, source: name });
  return { source, name, ...(await validateHosts(compiled)) };
}

/** What keeps one file from its pipeline, as an error of that file: the others are compiled all the same. @throws a bug */
export function explainFault(error: unknown): Diagnostic {
  if (!(error instanceof UserError)) throw error;
  const message = error.message.replace(/\.$/, "");
  const hint = error.hints.map(formatHint).join("; ");
  return { path: "", line: 1, column: 1, message, ...(hint !== "" && { hint }) };
}

function formatHint({ say, command }: Hint): string {
  return command === undefined ? say : `${say}: ${command}`;
}
