import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { listFiles } from "./list-files.ts";
import type { JobLog } from "./job-log.ts";
import type { JobFolder } from "./step-files.ts";
import type { CachedFile } from "../state/repository.ts";
import { makeFolder } from "../../src/shared/make-folder.ts";

/** The caches of a repository, which runs share. */
export interface Caches {
  /** Finds a cache by its key, or by one of the prefixes. */
  readonly find: (wanted: {
    readonly key: string;
    readonly prefixes: readonly string[];
    readonly path: string;
  }) => { readonly key: string; readonly files: readonly CachedFile[] } | undefined;
  /** Saves a cache. Returns false if the key is already in use. */
  readonly add: (saved: { key: string; path: string; files: CachedFile[] }) => boolean;
}

interface CacheContext {
  readonly caches: Caches;
  readonly folder: JobFolder;
  readonly log: JobLog;
}

type Inputs = Readonly<Record<string, string>>;

/** Restores a cache. It is not an error if no cache matches. */
export async function restoreCache(inputs: Inputs, context: CacheContext): Promise<void> {
  const { caches, folder, log } = context;
  const { key = "", "restore-keys": others = "" } = inputs;
  const prefixes = others.split("\n").flatMap((line) => line.trim() || []);
  const path = pathOf(inputs, folder);
  const found = caches.find({ key, prefixes, path: nameOf(path, folder) });
  if (!found) {
    log.write(`Cache not found for input keys: ${[key, ...prefixes].join(", ")}`);
    return;
  }
  makeFolder(path, 0o700);
  for (const { path: name, mode, content } of found.files) {
    const file = join(path, name);
    makeFolder(dirname(file), 0o700);
    await writeFile(file, Buffer.from(content, "base64"));
    await chmod(file, mode);
  }
  log.write(`Cache restored from key: ${found.key}`);
}

/** Saves a cache. As on GitHub, a cache that cannot be saved does not cause the step to fail. */
export async function saveCache(inputs: Inputs, context: CacheContext): Promise<void> {
  const { caches, folder, log } = context;
  const { key = "" } = inputs;
  const path = pathOf(inputs, folder);
  const files = await readFiles(path);
  if (files.length === 0) {
    log.write("##[warning]Path Validation Error: no cache is being saved.");
    return;
  }
  const isSaved = caches.add({ key, path: nameOf(path, folder), files });
  const refused = `Failed to save: Unable to reserve cache with key ${key}, another job may be creating this cache.`;
  log.write(isSaved ? `Cache saved with key: ${key}` : refused);
}

function pathOf(inputs: Inputs, { workspace }: JobFolder): string {
  return resolve(workspace, inputs["path"] ?? "");
}

/**
 * Returns a name of the path that does not change between runs. On GitHub, every job has the same
 * folders; here, each job has its own.
 */
function nameOf(path: string, { workspace }: JobFolder): string {
  return relative(dirname(workspace), path);
}

async function readFiles(path: string): Promise<CachedFile[]> {
  const kind = await stat(path).catch(() => undefined);
  if (!kind?.isDirectory()) return [];
  const names = await listFiles(path);
  return Promise.all(
    names.map(async (name) => ({
      path: relative(path, name),
      mode: (await stat(name)).mode & 0o777,
      content: (await readFile(name)).toString("base64"),
    })),
  );
}
