import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Representation, Representations } from "../../forge/representation.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { explainRefusal, readJsonFile, writeJsonFile } from "../../shared/json-file.ts";
import { makeFolder } from "../../shared/make-folder.ts";
import { requireOwnFolder } from "../../shared/own-folder.ts";
import { findShapes } from "../../shared/redact.ts";
import type { PrecomputeDocument } from "./document.ts";
import { documentShape } from "./document-shape.ts";
import type { KnownHeads } from "./known-heads.ts";
import type { CredentialMarks } from "./open-credential.ts";

/** What earlier runs read with the same credential. */
export interface AnswerStore {
  /** The last answer, where it is of the same token and question and not older than a minute. */
  readonly fresh: PrecomputeDocument | undefined;
  readonly heads: KnownHeads;
  readonly representations: Representations;
  /** The App's installation on the control repository. */
  readonly installation: number | undefined;
  /** @throws Incomplete where the file system does not take it */
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
  /** What is asked, as a text. */
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

/** For a run that keeps nothing. */
export const noStore: AnswerStore = {
  fresh: undefined,
  heads: new Map(),
  representations: new Map(),
  installation: undefined,
  save: () => Promise.resolve(),
};

/**
 * Opens what is kept of one credential in a folder that is this user's alone.
 *
 * - The whole answer is good for a minute, for the very same token (or key) and the same question.
 * - Representations are asked for with their ETags, by the very same token only: the forge binds one to the other.
 * - The installation of an App on the control repository, whose number is no secret.
 * - Files by commit outlast the token: they are used only where the forge has just shown the commit to the new one.
 *
 * A file that is damaged, or of another version, is as good as none.
 * @throws InvalidInput for a folder that somebody else may use
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

/** Nothing that looks like a credential is kept, whoever wrote it into a name: what holds it is left out. */
function isClean(what: unknown): boolean {
  return findShapes(typeof what === "string" ? what : JSON.stringify(what)).length === 0;
}

/** JSON may spell a letter by its number. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\u00([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Of the headers, what reading needs. */
function toStored([address, { etag, text, headers }]: [string, Representation]) {
  // As it will be sent, and as it will be read: within the file its quotes are escaped, and a letter can be in it.
  if (!isClean(text) || !isClean(withoutEscapes(text))) return [];
  const kept = ["content-type", "link"].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const entry = [address, { etag, text, headers: Object.fromEntries(kept) }] as const;
  return isClean(entry) ? [entry] : [];
}

/**
 * Makes the folder, or makes sure that nobody else may write to the one that is there: whoever may could tell us what the
 * forge never did. Its rights are left as they are.
 * @returns why there is none, where that is nobody's mistake
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

/** What a name leads to that is no folder's. */
const misnamed: ReadonlySet<string> = new Set([
  "EEXIST",
  "ELOOP",
  "ENAMETOOLONG",
  "ENOENT",
  "ENOTDIR",
]);

function explainFailure(folder: string, error: NodeJS.ErrnoException): Incomplete {
  const refusal = explainRefusal(error);
  const what = `The cache ${folder} cannot be made`;
  if (!refusal || misnamed.has(error.code ?? "")) {
    const because = refusal?.because ?? "it is no folder's name";
    throw new InvalidInput(`${what}: ${because}.`, [{ say: "Name a folder in --cache" }]);
  }
  return new Incomplete(`${what}: ${refusal.because}.`, [{ say: refusal.say }], { cause: error });
}

/** Whether nobody else may have written the file, nor put a link in its place. */
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
