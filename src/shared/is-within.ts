import { sep } from "node:path";

/**
 * Returns whether a path is the given directory or is inside it. Both paths must be absolute and
 * must not contain `.` or `..` segments.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
