import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Representation, Representations } from "../../forge/representation.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { readJsonFile, writeJsonFile } from "../../shared/json-file.ts";
import { makeFolder } from "../../shared/make-folder.ts";
import { requireOwnFolder } from "../../shared/own-folder.ts";
import { findShapes } from "../../shared/redact.ts";
import type { PrecomputeDocument } from "./document.ts";
import { documentShape } from "./document-shape.ts";
import type { KnownHeads } from "./known-heads.ts";
import type { CredentialMarks } from "./open-credential.ts";

/** Data that earlier runs read with the same credential. */
export interface AnswerStore {
  /**
   * The last result, if it is for the same token and question and at most one minute old; undefined
   * otherwise.
   */
  readonly fresh: PrecomputeDocument | undefined;
  readonly heads: KnownHeads;
  readonly representations: Representations;
  /** ID of the App's installation on the control repository; undefined if unknown. */
  readonly installation: number | undefined;
  /** @throws Incomplete if the file cannot be written */
  save(answer: StoredAnswer): Promise<void>;
}

interface StoredAnswer {
  readonly document: PrecomputeDocument | undefined;
  readonly heads: KnownHeads;
  readonly installation: number | undefined;
}

export interface StoreKey {
  readonly host: string;
  readonly marks: CredentialMarks;
  /** The control repository. */
  readonly home: string;
  /** Inputs that determine the result, as JSON. */
  readonly question: string;
  readonly now: Date;
}

/** @see spec/credentials.md, "Limits": the response cache's lifetime */
const lifetimeMilliseconds = 60_000;

const representationShape = v.object({
  etag: v.string(),
  text: v.string(),
  headers: v.record(v.string(), v.string()),
});

const fileShape = v.object({
  version: v.literal(1),
  last: v.optional(
    v.object({ by: v.string(), question: v.string(), at: v.number(), document: documentShape }),
  ),
  etags: v.object({ by: v.string(), answers: v.record(v.string(), representationShape) }),
  installation: v.optional(v.object({ home: v.string(), id: v.number() })),
  heads: v.record(
    v.string(),
    v.object({ id: v.number(), head: v.string(), files: v.array(v.string()) }),
  ),
});
type Stored = v.InferOutput<typeof fileShape>;

/** The store for a run that does not keep any data. */
export const noStore: AnswerStore = {
  fresh: undefined,
  heads: new Map(),
  representations: new Map(),
  installation: undefined,
  save: () => Promise.resolve(),
};

/**
 * Opens the cache for one credential in a directory that only this user can change. It contains:
 *
 * - The complete result, which is valid for one minute, for the same token (or key) and question.
 * - Responses with ETags, for later requests with the same token, because GitHub binds ETags to
 *   tokens.
 * - The installation ID of an App on the control repository, which is not secret.
 * - Files by commit. They outlive the token, but are used only if the forge has just shown the
 *   commit to the new token.
 *
 * A damaged file, or a file of another version, is ignored.
 * @throws InvalidInput for a directory that other users can change
 */
export async function openStore(folder: string, key: StoreKey): Promise<AnswerStore> {
  const broken = makeOwnFolder(folder);
  if (broken) return { ...noStore, save: () => Promise.reject(broken) };
  const { marks, host, home, question, now } = key;
  const name = digest(`${host}\n${marks.lasting}`);
  const path = join(folder, `${name}.json`);
  const found = isOwnFile(path) ? await readJsonFile(path).catch(() => undefined) : undefined;
  const reading = v.safeParse(fileShape, found);
  const stored: Stored | undefined = reading.success ? reading.output : undefined;
  const isSame = stored?.etags.by === marks.exact;
  const answers = new Map<string, Representation>();
  for (const [address, found] of Object.entries(isSame ? stored.etags.answers : {})) {
    answers.set(address, found);
  }
  return {
    fresh: findFresh(stored, key),
    heads: new Map(Object.entries(stored?.heads ?? {})),
    representations: answers,
    installation: stored?.installation?.home === home ? stored.installation.id : undefined,
    save: ({ document, heads, installation: id }) => {
      const by = marks.exact;
      const last =
        document && isClean(document)
          ? { by, question: digest(question), at: now.getTime(), document }
          : undefined;
      const kept = marks.keepsEtags ? [...answers].flatMap(toStored) : [];
      const file = {
        version: 1,
        ...(last && { last }),
        ...(id !== undefined && { installation: { home, id } }),
        etags: { by, answers: Object.fromEntries(kept) },
        heads: Object.fromEntries([...heads].filter(isClean)),
      };
      return writeJsonFile(path, file);
    },
  };
}

function findFresh(
  stored: Stored | undefined,
  { marks, question, now }: StoreKey,
): PrecomputeDocument | undefined {
  const { last } = stored ?? {};
  if (!last || last.by !== marks.exact || last.question !== digest(question)) return undefined;
  const age = now.getTime() - last.at;
  return age >= 0 && age < lifetimeMilliseconds ? last.document : undefined;
}

/**
 * Returns whether a value can be stored. A value with a possible credential, for example in a name,
 * is not stored.
 */
function isClean(what: unknown): boolean {
  return findShapes(typeof what === "string" ? what : JSON.stringify(what)).length === 0;
}

/** Decodes escaped ASCII characters in JSON. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\u00([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Keeps only the headers that are needed to read the response. */
function toStored([address, { etag, text, headers }]: [string, Representation]) {
  // Checks both the raw and the decoded text, because the file escapes quotes and may escape other
  // characters.
  if (!isClean(text) || !isClean(withoutEscapes(text))) return [];
  const kept = ["content-type", "link"].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const entry = [address, { etag, text, headers: Object.fromEntries(kept) }] as const;
  return isClean(entry) ? [entry] : [];
}

/**
 * Creates the directory. If it exists, checks that no other user can write to it, because that user
 * could forge responses. Does not change its permissions.
 * @returns the reason why it could not be created, if the path itself is valid
 * @throws InvalidInput
 */
function makeOwnFolder(folder: string): Incomplete | undefined {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return explainFailure(folder, error);
  }
  requireOwnFolder(folder, { others: "reading", elsewhere: "--cache" });
  return undefined;
}

/** Error codes for a path that cannot be the name of a directory. */
const misnamed: ReadonlySet<string> = new Set([
  "EEXIST",
  "ELOOP",
  "ENAMETOOLONG",
  "ENOENT",
  "ENOTDIR",
]);

function explainFailure(folder: string, error: NodeJS.ErrnoException): Incomplete {
  const refusal = explainRefusal(error);
  const what = `Could not create the cache directory ${folder}`;
  if (!refusal || misnamed.has(error.code ?? "")) {
    const reason = refusal?.reason ?? "it is not a valid directory name";
    throw new InvalidInput(`${what}: ${reason}.`, [{ text: "Specify a directory with --cache" }]);
  }
  return new Incomplete(`${what}: ${refusal.reason}.`, [{ text: refusal.text }], { cause: error });
}

/** Returns whether only this user could have written the file or replaced it with a link. */
function isOwnFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (!found?.isFile()) return false;
  return user === undefined || (found.uid === user && (found.mode & othersWriteBits) === 0);
}

const othersWriteBits = 0o022;

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
