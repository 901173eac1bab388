import { readFile, stat } from "node:fs/promises";
import type { ReadConfig } from "./config/config-values.ts";

/** More is no list of rules. */
const largest = 4 * 1024 * 1024;

/** Reads rules files one after the other; what is wrong with any of them is in the problems. */
export async function readConfigFiles(paths: readonly string[]): Promise<ReadConfig> {
  if (paths.length === 0) return { written: [], problems: [] };
  // A command without a rules file does not wait for a parser.
  const { readConfig } = await import("./config/read-config.ts");
  const read: ReadConfig[] = [];
  for (const path of paths) {
    const found = await readText(path);
    read.push("text" in found ? readConfig(found.text, path) : unreadable(path, found.because));
  }
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function unreadable(path: string, because: string): ReadConfig {
  return { written: [], problems: [{ id: "--config", text: path, problem: because }] };
}

async function readText(path: string): Promise<{ text: string } | { because: string }> {
  try {
    const { size } = await stat(path);
    if (size > largest) return { because: `is larger than ${largest / 1024 / 1024} MB` };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return { text };
  } catch (error) {
    return { because: `cannot be read: ${explain(error)}` };
  }
}

function explain(error: unknown): string {
  if (error instanceof TypeError) return "it is not UTF-8";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words: Readonly<Record<string, string>> = {
    ENOENT: "there is no such file",
    EACCES: "the system does not allow it",
    EISDIR: "it is a folder",
  };
  return words[code] ?? (code || String(error));
}
