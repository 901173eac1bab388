import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";
import { compileSource, type Compiled } from "../compile-source.ts";
import { judgeHosts } from "../judge-hosts.ts";
import type { Programs } from "../pipeline/credential-steps.ts";
import { largestSource } from "../source/source-file.ts";
import { nameFrom } from "./find-root.ts";
import type { Project } from "./open-project.ts";

/** A definition's file, and what became of it. */
export interface CompiledFile extends Compiled {
  /** As it was asked for. */
  readonly source: string;
  /** An editor that writes a file where it stands empties it first. */
  readonly isEmpty?: boolean;
}

export interface Compiling {
  readonly project: Project;
  readonly programs: Programs;
  readonly version: string;
}

/**
 * Compiles one file. What it is called in the pipeline does not depend on where that is done.
 * @throws InvalidInput where it cannot be read
 */
export async function compileFile(source: string, compiling: Compiling): Promise<CompiledFile> {
  const path = resolve(source);
  const bytes = await readBytes(path).catch((error: NodeJS.ErrnoException) => {
    const because = error.code === "ENOENT" ? "it is gone" : explainRefusal(error)?.because;
    if (because === undefined) throw error;
    throw new InvalidInput(`${source} cannot be read: ${because}.`, [], { cause: error });
  });
  return { ...(await compileBytes(bytes, source, compiling)), isEmpty: bytes.length === 0 };
}

/** Compiles what a file would say with this text. */
export function compileText(
  text: string,
  source: string,
  compiling: Compiling,
): Promise<CompiledFile> {
  return compileBytes(new TextEncoder().encode(text), source, compiling);
}

async function compileBytes(
  bytes: Uint8Array,
  source: string,
  compiling: Compiling,
): Promise<CompiledFile> {
  const { project, programs, version } = compiling;
  const path = resolve(source);
  const name = relative(project.root, path).startsWith("..")
    ? source
    : nameFrom(project.root, path);
  const { settings } = project;
  const compiled = compileSource(bytes, { settings, programs, version, source: name });
  return { source, ...(await judgeHosts(compiled)) };
}

/** Nobody waits for what will be refused by its size. */
async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  return size > largestSource ? new Uint8Array(size) : readFile(path);
}
