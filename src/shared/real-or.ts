import { realpathSync } from "node:fs";

/** Resolves the links in a path. Returns the path unchanged if it does not exist. */
export function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
