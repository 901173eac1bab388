import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { restoreCache, saveCache } from "./cache-actions.ts";
import type { Caches } from "./cache-actions.ts";
import { listFiles } from "./list-files.ts";
import type { JobLog } from "./job-log.ts";
import type { JobFolder } from "./step-files.ts";
import { WorkflowRefused } from "./yaml-reader.ts";
import { makeFolder } from "../../src/shared/make-folder.ts";

/** Artifacts that the jobs of one run share, by name. Each artifact contains files by path. */
export type Artifacts = Map<string, ReadonlyMap<string, Buffer>>;

/** Data that actions can use: the repository's files and caches, and the run's artifacts. */
export interface ActionContext {
  /** The repository's files by path. */
  readonly files: () => ReadonlyMap<string, Buffer>;
  readonly artifacts: Artifacts;
  readonly caches: Caches;
}

type StepContext = ActionContext & { readonly folder: JobFolder; readonly log: JobLog };
type Inputs = Readonly<Record<string, string>>;

/** Actions that the embedded forge implements. Their versions are ignored. */
const actions: Readonly<Record<string, (inputs: Inputs, context: StepContext) => Promise<void>>> = {
  "actions/checkout": checkOut,
  "actions/upload-artifact": upload,
  "actions/download-artifact": download,
  "actions/cache/restore": restoreCache,
  "actions/cache/save": saveCache,
};

export function isKnownAction(uses: string): boolean {
  return Object.hasOwn(actions, nameOf(uses));
}

/** @throws WorkflowRefused if the action fails */
export async function runAction(uses: string, inputs: Inputs, context: StepContext): Promise<void> {
  await actions[nameOf(uses)]?.(inputs, context);
}

function nameOf(uses: string): string {
  return uses.split("@")[0] ?? uses;
}

/**
 * Writes the repository's files. With `sparse-checkout`, writes only files whose paths start with
 * one of the listed prefixes.
 */
async function checkOut(inputs: Inputs, { files, folder, log }: StepContext): Promise<void> {
  const wanted = (inputs["sparse-checkout"] ?? "").split("\n").filter((line) => line.trim() !== "");
  const isWanted = (path: string) =>
    wanted.length === 0 || wanted.some((each) => path.startsWith(each.trim().replace(/^\//, "")));
  const found = [...files()].filter(([path]) => isWanted(path));
  await writeAll(join(folder.workspace, inputs["path"] ?? ""), found);
  log.write(`Checked out ${found.length} files.`);
}

async function upload(inputs: Inputs, { artifacts, folder, log }: StepContext): Promise<void> {
  const name = inputs["name"] ?? "artifact";
  const path = resolve(folder.workspace, inputs["path"] ?? "");
  const found = await readAll(path);
  if (found.length === 0) {
    const what = `No files were found with the provided path: ${inputs["path"]}`;
    if (inputs["if-no-files-found"] === "error") throw new WorkflowRefused(what);
    log.write(`##[warning]${what}. No artifacts will be uploaded.`);
    return;
  }
  if (artifacts.has(name) && inputs["overwrite"] !== "true")
    throw new WorkflowRefused(`Artifact "${name}" already exists.`);
  artifacts.set(name, new Map(found));
  log.write(`Uploaded ${found.length} files as ${name}.`);
}

async function download(inputs: Inputs, context: StepContext): Promise<void> {
  if (inputs["name"] === undefined && inputs["pattern"] !== undefined) {
    return downloadAll(inputs["pattern"], inputs, context);
  }
  const { artifacts, folder, log } = context;
  const name = inputs["name"] ?? "artifact";
  const found = artifacts.get(name);
  if (!found) throw new WorkflowRefused(`Unable to find an artifact with the name: ${name}`);
  await writeAll(resolve(folder.workspace, inputs["path"] ?? ""), [...found]);
  log.write(`Downloaded ${found.size} files of ${name}.`);
}

/**
 * Downloads matching artifacts, each into a folder with its name unless they are merged. It is not
 * an error if no artifact matches.
 */
async function downloadAll(
  pattern: string,
  inputs: Inputs,
  { artifacts, folder, log }: StepContext,
) {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const fits = new RegExp(`^${parts.join(".*")}$`);
  const found = [...artifacts].filter(([name]) => fits.test(name));
  const into = resolve(folder.workspace, inputs["path"] ?? "");
  for (const [name, files] of found) {
    await writeAll(inputs["merge-multiple"] === "true" ? into : join(into, name), [...files]);
  }
  log.write(`Total of ${found.length} artifact(s) downloaded`);
}

async function readAll(path: string): Promise<[string, Buffer][]> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isFile()) return [[basename(path), await readFile(path)]];
  if (!kind?.isDirectory()) return [];
  const names = await listFiles(path);
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [
      name.slice(path.length + 1),
      await readFile(name),
    ]),
  );
}

async function writeAll(folder: string, files: readonly (readonly [string, Buffer])[]) {
  for (const [path, content] of files) {
    const file = join(folder, path);
    makeFolder(dirname(file), 0o777);
    await writeFile(file, content);
  }
}
