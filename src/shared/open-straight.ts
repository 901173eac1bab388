import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { codeOf } from "./error-code.ts";

/** Linux's O_PATH: a descriptor that identifies a file without opening it. */
const pathOnly = 0o10000000;
const flags = pathOnly | constants.O_NOFOLLOW;

/**
 * Opens a file or directory only to identify it. Does not open devices, wait for pipes, or follow
 * links in any part of the path. While the descriptor is open, no other file can have the same
 * inode.
 * @param path absolute, without links
 * @returns a descriptor
 * @throws the file system's own error; ENOTDIR if a directory in the path was replaced by a link
 */
export function openStraight(path: string): number {
  return openEach(path, openEntry);
}

/** Opens a directory like `openStraight`, and creates it and its parents if they are missing. */
export function makeStraight(path: string, mode: number): number {
  return openEach(path, (entry) => {
    try {
      return openEntry(entry);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      makeEntry(entry, mode);
      return openEntry(entry);
    }
  });
}

/** @param open function that opens one entry of a directory, by a path without links */
function openEach(path: string, open: (entry: string) => number): number {
  let at = openSync("/", flags);
  for (const name of path.split("/").filter((part) => part !== "")) {
    const folder = at;
    try {
      at = open(`/proc/self/fd/${folder}/${name}`);
    } finally {
      closeSync(folder);
    }
  }
  return at;
}

function openEntry(entry: string): number {
  return openSync(entry, flags);
}

function makeEntry(entry: string, mode: number): void {
  try {
    mkdirSync(entry, { mode });
  } catch (error) {
    // Another process has created the directory in the meantime.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
