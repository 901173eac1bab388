import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findRepository, isBelow, nameFrom } from "./find-repository.ts";

/** Where a definition is at home. */
export interface SourcePlace {
  /** Without links. */
  readonly file: string;
  /** Of its repository; outside of any the working folder, or its own where it is not below that. */
  readonly root: string;
  /** As its pipeline names it: from the root. */
  readonly name: string;
}

/** Finds the place of a definition, there or not yet: the same one from whatever folder, and through whatever link. */
export function placeSource(source: string): SourcePlace {
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
    // What is not there, or leads nowhere, has a folder all the same.
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
