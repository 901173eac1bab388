import { writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { codeOf } from "./error-code.ts";

/**
 * Writes a file that only its owner can read, under an unused name: `page.html`, `page-2.html`, …
 * Never overwrites a file.
 * @returns the path
 * @throws the file system's error
 */
export async function writeUnderFreeName(path: string, text: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const free = numbered(path, count);
    try {
      await writeFile(free, text, { mode: 0o600, flag: "wx" });
      return free;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

function numbered(path: string, count: number): string {
  const { dir, name, ext } = parse(path);
  return count === 1 ? path : join(dir, `${name}-${count}${ext}`);
}
