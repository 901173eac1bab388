import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import * as v from "valibot";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { readJsonFile, writeTextFile } from "../../shared/json-file.ts";
import { findShapes, redact, redactIn } from "../../shared/redact.ts";
import { compareNames } from "./fleet-list.ts";

/** Size limit in bytes, about ten times the size of a complete result. */
const largestCheck = 5_000_000;

const time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

const hintShape = v.object({
  text: v.string(),
  command: v.exactOptional(v.string()),
  link: v.exactOptional(v.string()),
});

const checkShape = v.object({
  id: v.string(),
  title: v.string(),
  state: v.picklist(["pass", "fail", "unknown"]),
  evidence: v.array(v.string()),
});

const reminderShape = v.object({
  credential: v.literal("pat"),
  state: v.picklist(["due", "expired"]),
  daysLeft: v.pipe(v.number(), v.safeInteger()),
  expiresAt: time,
  text: v.string(),
});

const statusShape = v.object({
  overallStatus: v.string(),
  complete: v.boolean(),
  lacksOnlyProof: v.boolean(),
  reminders: v.array(reminderShape),
  next: v.array(hintShape),
});

/**
 * The stored result of one fleet job. It contains both documents, or the reason why both are
 * missing.
 */
const documentShape = v.object({
  version: v.literal(1),
  repo: v.pipe(
    v.string(),
    v.check((text) => parseRepositoryName(text)?.full === text),
  ),
  checkedAt: time,
  credential: v.nullable(v.picklist(["fleet-app", "fleet-token"])),
  ungranted: v.array(v.string()),
  skipped: v.array(v.string()),
  status: v.nullable(statusShape),
  verify: v.nullable(v.object({ checks: v.array(checkShape) })),
  reason: v.nullable(v.string()),
});

const storedCheckShape = v.pipe(
  documentShape,
  v.check(({ status, verify, reason }) => reason === null || (!status && !verify)),
);

export interface StoredCheck extends v.InferOutput<typeof documentShape> {
  /** Path within the folder. */
  readonly file: string;
}

export interface StoredChecks {
  readonly checks: readonly StoredCheck[];
  /** Files that are not valid results. */
  readonly strays: readonly string[];
}

/**
 * Writes a result or the report for later jobs. Strings in it may come from GitHub or other users,
 * so anything that looks like a credential is redacted.
 *
 * @throws InvalidInput if the redacted text still looks like a credential; Incomplete if the file
 *   cannot be written
 */
export async function writeKept(path: string, document: object): Promise<void> {
  const text = `${JSON.stringify(redactIn(document), null, 2)}\n`;
  if (findShapes(text).length > 0) {
    throw new InvalidInput("The result appears to contain a credential, so it was not saved.");
  }
  await writeTextFile(path, text);
}

/**
 * Reads all results at any depth. The download action unpacks several artifacts into folders, but
 * may unpack a single artifact without a folder.
 *
 * @throws InvalidInput if the folder does not exist or cannot be read
 */
export async function readChecks(folder: string): Promise<StoredChecks> {
  const checks: StoredCheck[] = [];
  const strays: string[] = [];
  for (const { name, isFile } of await listEntries(folder)) {
    // Skips links, because the target of a link does not come from a job.
    const check = isFile ? await readSnapshot(join(folder, name)) : undefined;
    const file = redact(name);
    if (check) checks.push({ ...check, file });
    else strays.push(file);
  }
  return { checks, strays };
}

async function listEntries(folder: string) {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({
        name: relative(folder, join(entry.parentPath, entry.name)),
        isFile: entry.isFile(),
      }))
      .toSorted((one, other) => compareNames(one.name, other.name));
  } catch (cause) {
    const isThere = codeOf(cause) !== "ENOENT";
    const reason = isThere ? explainRefusal(cause)?.reason : "it does not exist";
    if (reason === undefined) throw cause;
    throw new InvalidInput(`Could not read ${folder}: ${reason}.`, [], { cause });
  }
}

/**
 * Reads one result. Returns undefined for an invalid file, so that the report still covers the
 * other results.
 */
async function readSnapshot(path: string): Promise<Omit<StoredCheck, "file"> | undefined> {
  try {
    if ((await stat(path)).size > largestCheck) return undefined;
    const check = redactIn(await readJsonFile(path));
    if (findShapes(JSON.stringify(check)).length > 0) return undefined;
    const found = v.safeParse(storedCheckShape, check);
    return found.success ? found.output : undefined;
  } catch {
    return undefined;
  }
}
