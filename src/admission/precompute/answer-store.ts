import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Representation, Representations } from "../../forge/representation.ts";
import { readJsonFile, writeJsonFile } from "../../shared/json-file.ts";
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
  save(answer: StoredAnswer): Promise<void>;
}

export interface StoredAnswer {
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
  makeOwnFolder(folder);
  const { marks, host, home, question, now } = key;
  const name = digest(`${host}\n${marks.lasting}`);
  const path = join(folder, `${name}.json`);
  const reading = v.safeParse(fileShape, await readJsonFile(path).catch(() => undefined));
  const stored: Stored | undefined = reading.success ? reading.output : undefined;
  const isSame = stored?.etags.by === marks.exact;
  const answers = new Map<string, Representation>();
  for (const [address, found] of Object.entries(isSame ? stored.etags.answers : {})) {
    answers.set(address, { ...found, headers: new Headers(found.headers) });
  }
  return {
    fresh: findFresh(stored, key),
    heads: new Map(Object.entries(stored?.heads ?? {})),
    representations: answers,
    installation: stored?.installation?.home === home ? stored.installation.id : undefined,
    save: ({ document, heads, installation: id }) => {
      const by = marks.exact;
      const last = document && { by, question: digest(question), at: now.getTime(), document };
      const kept = marks.keepsEtags ? [...answers].flatMap(toStored) : [];
      const file = {
        version: 1,
        ...(last && { last }),
        ...(id !== undefined && { installation: { home, id } }),
        etags: { by, answers: Object.fromEntries(kept) },
        heads: Object.fromEntries(heads),
      };
      return isClean(file) ? writeJsonFile(path, file) : Promise.resolve();
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

/** Nothing that looks like a credential is kept, whoever wrote it into a name. */
function isClean(what: unknown): boolean {
  return findShapes(JSON.stringify(what)).length === 0;
}

/** Of the headers, what reading needs. */
function toStored([address, { etag, text, headers }]: [string, Representation]) {
  if (!isClean(text)) return [];
  const kept = ["content-type", "link"].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return [[address, { etag, text, headers: Object.fromEntries(kept) }] as const];
}

/** A cache that was unpacked from somewhere may have come with other rights. */
function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) {
    chmodSync(folder, 0o700);
  }
  requireOwnFolder(folder, { elsewhere: "--cache" });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
