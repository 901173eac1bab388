import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findRepository, isBelow, nameFrom } from "./find-repository.ts";

export interface SourceLocation {
  /** Path without links. */
  readonly file: string;
  /**
   * Root of the repository. Outside of a repository: the current directory if it contains the file,
   * otherwise the file's folder.
   */
  readonly root: string;
  /** Path relative to the root, as shown in the pipeline. */
  readonly name: string;
}

/**
 * Locates a definition, which need not exist yet. The result does not depend on the current
 * directory or on links.
 */
export function placeSource(source: string): SourceLocation {
  const file = realPath(resolve(source));
  const own = dirname(file);
  const working = process.cwd();
  const root = findRepository(own) ?? (isBelow(working, file) ? working : own);
  return { file, root, name: nameFrom(root, file) };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The path does not exist or is a broken link, but its folder can be resolved.
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
