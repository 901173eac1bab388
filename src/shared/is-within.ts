import { sep } from "node:path";

/** Returns whether a path is a directory or is in it. Both are absolute and without `.` or `..`. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
