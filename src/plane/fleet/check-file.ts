import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import * as v from "valibot";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal, readJsonFile, writeTextFile } from "../../shared/json-file.ts";
import { findShapes, redact, redactIn } from "../../shared/redact.ts";
import { compareNames } from "./fleet-list.ts";

/** In bytes; a look at a control plane with all its words is a tenth of it. */
const largestCheck = 5_000_000;

const time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

const hintShape = v.object({
  say: v.string(),
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
  say: v.string(),
});

const statusShape = v.object({
  standing: v.string(),
  complete: v.boolean(),
  lacksOnlyProof: v.boolean(),
  reminders: v.array(reminderShape),
  next: v.array(hintShape),
});

/** What is read back of what a job of the fleet kept. Both documents are there, or why neither is. */
const documentShape = v.object({
  version: v.literal(1),
  repo: v.pipe(
    v.string(),
    v.check((text) => parseRepositoryName(text)?.full === text),
  ),
  lookedAt: time,
  credential: v.nullable(v.picklist(["fleet-app", "fleet-token"])),
  ungranted: v.array(v.string()),
  passedOver: v.array(v.string()),
  status: v.nullable(statusShape),
  verify: v.nullable(v.object({ checks: v.array(checkShape) })),
  because: v.nullable(v.string()),
});

const storedCheckShape = v.pipe(
  documentShape,
  v.check(({ status, verify, because }) => because === null || (!status && !verify)),
);

export interface StoredCheck extends v.InferOutput<typeof documentShape> {
  /** Where it lies in the folder. */
  readonly file: string;
}

/** What came of reading a folder. */
export interface StoredChecks {
  readonly looks: readonly StoredCheck[];
  /** Files that are no look. */
  readonly strays: readonly string[];
}

/**
 * Writes a look, or what all of them come to, for whoever collects it. It may hold words of the forge's and of people: what
 * looks like a credential is hidden in it.
 * @throws InvalidInput where that cannot be done; Incomplete when the file system does not take it
 */
export async function writeKept(path: string, document: object): Promise<void> {
  const text = `${JSON.stringify(redactIn(document), null, 2)}\n`;
  if (findShapes(text).length > 0) {
    throw new InvalidInput("What was seen looks like a credential; nothing is kept of it.");
  }
  await writeTextFile(path, text);
}

/**
 * Reads all that was kept, however deep it lies: the forge's action unpacks several artifacts into folders, and one maybe not.
 * @throws InvalidInput where the folder is not there or cannot be read
 */
export async function readChecks(folder: string): Promise<StoredChecks> {
  const looks: StoredCheck[] = [];
  const strays: string[] = [];
  for (const { name, isFile } of await listEntries(folder)) {
    // What is linked to lies elsewhere, and nobody kept it.
    const look = isFile ? await readSnapshot(join(folder, name)) : undefined;
    const file = redact(name);
    if (look) looks.push({ ...look, file });
    else strays.push(file);
  }
  return { looks, strays };
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
    const because = isThere ? explainRefusal(cause)?.because : "it is not there";
    if (because === undefined) throw cause;
    throw new InvalidInput(`${folder} cannot be read: ${because}.`, [], { cause });
  }
}

/** Whatever one file is, the report tells of the others: undefined for all that is not understood. */
async function readSnapshot(path: string): Promise<Omit<StoredCheck, "file"> | undefined> {
  try {
    if ((await stat(path)).size > largestCheck) return undefined;
    const look = redactIn(await readJsonFile(path));
    if (findShapes(JSON.stringify(look)).length > 0) return undefined;
    const found = v.safeParse(storedCheckShape, look);
    return found.success ? found.output : undefined;
  } catch {
    return undefined;
  }
}
