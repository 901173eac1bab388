import { realpathSync } from "node:fs";

/** Resolves the links of a path; returns it unchanged if it does not exist. */
export function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
