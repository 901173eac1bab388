import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import {
  AnswerNotAccepted,
  ForgeUnreachable,
  isRefused,
  RefusedByForge,
  SingleSignOnRequired,
} from "../forge-errors.ts";
import { queryGraphql, describeGraphqlError } from "../query-graphql.ts";
import type { GraphqlAnswer } from "../query-graphql.ts";
import { find } from "../read.ts";
import { readShape } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { findFile } from "./contents.ts";
import { writeFolderQuery } from "./folder-query.ts";

/** A text file on a repository's default branch. */
export interface TextFile {
  /** Path relative to the root of the repository. */
  readonly path: string;
  /** Undefined if the file is not text. */
  readonly text: string | undefined;
}

export interface FolderRequest {
  readonly folder: string;
  /** Paths of files in other directories; missing files are omitted. */
  readonly additional: readonly string[];
  readonly wants: (path: string) => boolean;
}

/**
 * Reads the text files in a directory and its subdirectories, and some other text files. Uses one
 * query, or one request per file if the forge does not answer the query.
 * @throws RefusedByForge 404 if the repository does not exist; the client's errors
 */
export async function readFolderFiles(
  client: ForgeClient,
  repository: RepositoryName,
  request: FolderRequest,
): Promise<TextFile[]> {
  try {
    return await readAtOnce(client, repository, request);
  } catch (error) {
    if (!isNoAnswerToQueries(error)) throw error;
    return readOneByOne(client, repository, request);
  }
}

/** Thrown if the forge answers queries but cannot find the repository. */
class NoSuchRepository extends RefusedByForge {}

/**
 * Returns whether separate requests may succeed. A rate limit, a required sign-on or a missing
 * repository would also affect separate requests.
 */
function isNoAnswerToQueries(error: unknown): boolean {
  if (error instanceof NoSuchRepository) return false;
  const hasStumbled = error instanceof ForgeUnreachable && error.status !== undefined;
  return (
    error instanceof AnswerNotAccepted || hasStumbled || isRefused(error, 400, 403, 404, 405, 422)
  );
}

const blobShape = v.object({
  text: v.nullish(v.string()),
  isBinary: v.nullish(v.boolean()),
  isTruncated: v.optional(v.boolean(), false),
});
const deepShape = v.object({ entries: v.array(entryOf(blobShape)) });
const topShape = v.object({
  entries: v.nullish(v.array(entryOf(v.union([deepShape, blobShape])))),
});
const foundShape = v.object({ folder: v.nullish(topShape) });

/** A submodule does not have an object, because it refers to another repository. */
function entryOf<T>(object: v.GenericSchema<unknown, T>) {
  return v.object({ name: v.string(), object: v.nullish(object) });
}

type Blob = v.InferOutput<typeof blobShape>;

async function readAtOnce(
  client: ForgeClient,
  repository: RepositoryName,
  request: FolderRequest,
): Promise<TextFile[]> {
  const query = writeFolderQuery(repository.full, request.folder, request.additional);
  const answer = await queryGraphql(client, query);
  const found = requireRepository(answer);
  return readListedFiles(found, { client, repository, request, title: answer.title });
}

interface Taking {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  readonly request: FolderRequest;
  /** Name of the query in errors. */
  readonly title: string;
}

/**
 * Returns the files from the response to a query that contains the fields from `writeFolderFields`.
 * @throws MisshapenAnswer
 */
export async function readListedFiles(
  found: Readonly<Record<string, unknown>>,
  { client, repository, request: { folder, additional, wants }, title }: Taking,
): Promise<TextFile[]> {
  const { folder: top } = readShape(foundShape, found, title);
  const inside = listBlobs(folder, top?.entries ?? []).filter(({ path }) => wants(path));
  const others = additional.flatMap((path, index) => {
    const blob = readShape(v.nullish(blobShape), found[`b${index}`], title);
    return blob ? [{ path, blob }] : [];
  });
  const texts = await Promise.all(
    [...inside, ...others].map(async ({ path, blob }) => {
      if (blob.isTruncated && blob.isBinary !== true) return readFile(client, repository, path);
      return [{ path, text: blob.isBinary === true ? undefined : (blob.text ?? undefined) }];
    }),
  );
  return texts.flat();
}

/**
 * Reads one file. If the forge does not send its text, usually because it is too long, the text is
 * undefined.
 */
async function readFile(
  client: ForgeClient,
  repository: RepositoryName,
  path: string,
): Promise<TextFile[]> {
  try {
    const file = await findFile(client, repository, path);
    return file ? [{ path, text: file.text }] : [];
  } catch (error) {
    if (error instanceof AnswerNotAccepted) return [{ path, text: undefined }];
    throw error;
  }
}

type TopEntries = NonNullable<v.InferOutput<typeof topShape>["entries"]>;

function listBlobs(folder: string, entries: TopEntries): { path: string; blob: Blob }[] {
  return entries.flatMap(({ name, object }) => {
    const path = `${folder}/${name}`;
    if (!object) return [];
    return "entries" in object ? listBlobs(path, object.entries) : [{ path, blob: object }];
  });
}

/**
 * @throws RefusedByForge 404, SingleSignOnRequired; AnswerNotAccepted if the repository is missing
 *   for another reason
 */
function requireRepository({ data, errors, title, status }: GraphqlAnswer) {
  const found = v.safeParse(v.record(v.string(), v.unknown()), data?.["repository"]);
  if (found.success && errors.length === 0) return found.output;
  const [first] = errors;
  if (first?.extensions?.saml_failure === true) {
    throw new SingleSignOnRequired({ status, request: title, link: undefined });
  }
  const reason = errors.map(describeGraphqlError).join("; ") || "no reason given";
  if (first?.type === "NOT_FOUND") {
    throw new NoSuchRepository({ status: 404, request: title, message: reason });
  }
  throw new AnswerNotAccepted({ request: title, status, reason });
}

const listShape = v.array(v.object({ type: v.string(), path: v.string(), sha: v.string() }));

/**
 * Lists a directory without its subdirectories; empty if it does not exist.
 * @see GET /repos/{owner}/{repo}/contents/{path}
 */
export async function listFolder(
  client: ForgeClient,
  { full }: RepositoryName,
  path: string,
): Promise<v.InferOutput<typeof listShape>> {
  return (await find(client, `/repos/${full}/contents/${path}`, listShape)) ?? [];
}

async function readOneByOne(
  client: ForgeClient,
  repository: RepositoryName,
  { folder, additional, wants }: FolderRequest,
): Promise<TextFile[]> {
  const list = (path: string) => listFolder(client, repository, path);
  const top = await list(folder);
  const deep = await Promise.all(
    top.filter(({ type }) => type === "dir").map(({ path }) => list(path)),
  );
  const paths = [...top, ...deep.flat()]
    .filter(({ type, path }) => type === "file" && wants(path))
    .map(({ path }) => path);
  const texts = await Promise.all(
    [...paths, ...additional].map((path) => readFile(client, repository, path)),
  );
  return texts.flat();
}
