import { NotRegularFile } from "../shared/read-regular-file.ts";
import type { ReadConfig } from "./config/config-values.ts";
import { readOptionFile } from "./read-option-file.ts";
import { explainReadFailure } from "../shared/file-refusals.ts";

/** Reads rules files in order. The result contains the problems of all files. */
export async function readConfigFiles(paths: readonly string[]): Promise<ReadConfig> {
  if (paths.length === 0) return { written: [], problems: [] };
  // Loaded on demand, so that commands without a rules file do not wait for the parser.
  const { readConfig } = await import("./config/read-config.ts");
  const read: ReadConfig[] = [];
  for (const path of paths) {
    const found = readText(path);
    read.push("text" in found ? readConfig(found.text, path) : unreadable(path, found.reason));
  }
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function unreadable(path: string, reason: string): ReadConfig {
  return { written: [], problems: [{ id: "--config", text: path, problem: reason }] };
}

function readText(path: string): { text: string } | { reason: string } {
  try {
    const read = readOptionFile(path);
    if ("reason" in read) return read;
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(read.bytes) };
  } catch (error) {
    return { reason: `cannot be read: ${explain(error)}` };
  }
}

function explain(error: unknown): string {
  if (error instanceof NotRegularFile) return "it is a directory";
  if (error instanceof TypeError) return "it is not UTF-8";
  return explainReadFailure(error);
}
