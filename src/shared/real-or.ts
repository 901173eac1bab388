import { realpathSync } from "node:fs";

/** Where a path leads; itself where there is nothing. */
export function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
