import { NotRegularFile } from "../shared/read-regular-file.ts";
import { findSections, mergeConfigs, type ReadConfig } from "./config/config-values.ts";
import { readOptionFile } from "./read-option-file.ts";
import { explainReadFailure } from "../shared/file-refusals.ts";

/** One rules file as it was read. */
export interface ReadRulesFile {
  /** Path as on the command line. */
  readonly path: string;
  /** SHA-256 of the content that was read, in hexadecimal digits. */
  readonly sha256: string;
  /** Sections with an effect only if the operator approved this content. */
  readonly sections: readonly string[];
}

export interface ReadConfigFiles extends ReadConfig {
  readonly files: readonly ReadRulesFile[];
}

/** Reads rules files in order. The result contains the problems of all files. */
export async function readConfigFiles(paths: readonly string[]): Promise<ReadConfigFiles> {
  if (paths.length === 0) return { written: [], problems: [], files: [] };
  // Loaded on demand, so that commands without a rules file do not wait for the parser.
  const [{ readConfig }, { createHash }] = await Promise.all([
    import("./config/read-config.ts"),
    import("node:crypto"),
  ]);
  const read: ReadConfig[] = [];
  const files: ReadRulesFile[] = [];
  for (const path of paths) {
    const found = readText(path);
    if ("reason" in found) {
      read.push(unreadable(path, found.reason));
      continue;
    }
    const config = readConfig(found.text, path);
    read.push(config);
    const sha256 = createHash("sha256").update(found.bytes).digest("hex");
    files.push({ path, sha256, sections: findSections(config) });
  }
  return { ...mergeConfigs(read), files };
}

function unreadable(path: string, reason: string): ReadConfig {
  return { written: [], problems: [{ id: "--config", text: path, problem: reason }] };
}

function readText(path: string): { bytes: Uint8Array; text: string } | { reason: string } {
  try {
    const read = readOptionFile(path);
    if ("reason" in read) return read;
    const { bytes } = read;
    return { bytes, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    return { reason: `cannot be read: ${explain(error)}` };
  }
}

function explain(error: unknown): string {
  if (error instanceof NotRegularFile) return "it is a directory";
  if (error instanceof TypeError) return "it is not UTF-8";
  return explainReadFailure(error);
}
