import { readRegularFile } from "../../shared/read-regular-file.ts";

/** Number of bytes in which the kernel searches for the interpreter of a script. */
const mostBytes = 256;

/**
 * Returns the words of a script's first line after `#!`: the interpreter and its arguments. Returns
 * an empty list if the file is not a script or cannot be read.
 */
export function readInterpreter(file: string): readonly string[] {
  const line = readStart(file).split("\n", 1)[0] ?? "";
  return line.startsWith("#!")
    ? line
        .slice(2)
        .trim()
        .split(/[ \t]+/)
    : [];
}

function readStart(path: string): string {
  try {
    return Buffer.from(readRegularFile(path, mostBytes).bytes).toString("utf8");
  } catch {
    // Programs do not need to be readable to be executed.
    return "";
  }
}
