import { dirname, basename } from "node:path/posix";
import * as v from "valibot";
import { Cancelled, UserError } from "../../shared/errors.ts";
import type { ForgeClient } from "../client.ts";
import type { AnswerHeaders } from "../one-request.ts";
import { queryGraphql } from "../query-graphql.ts";
import type { GraphqlAnswer, GraphqlError } from "../query-graphql.ts";
import { readShape, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import type { RepositoryFile } from "./contents.ts";
import { readListedFiles } from "./folder-files.ts";
import type { FolderRequest, TextFile } from "./folder-files.ts";
import type { Repository } from "./repositories.ts";
import { repositoryFactsShape } from "./repository-facts.ts";
import type { RepositoryFacts } from "./repository-facts.ts";
import { foldersOf, writeSnapshotQuery } from "./repository-snapshot-query.ts";
import type { SnapshotRequest as Asked } from "./repository-snapshot-query.ts";

export interface SnapshotRequest extends Omit<Asked, "folder"> {
  readonly folder?: FolderRequest | undefined;
}

/**
 * The result of one query about a repository. Missing parts are undefined or absent, and are
 * requested separately.
 */
export interface RepositorySnapshot {
  /** Name of the current account. */
  readonly viewer: string;
  readonly repository: Repository;
  /**
   * Whether the current account is the repository's owner, or an owner of the organization to which
   * the repository belongs.
   */
  readonly isOwner: boolean;
  /** Undefined if the repository is empty. */
  readonly defaultBranch: string | undefined;
  /** The requested files; undefined for files that do not exist. */
  readonly files: ReadonlyMap<string, RepositoryFile | undefined>;
  /** Undefined if not requested. */
  readonly folder: readonly TextFile[] | undefined;
  /** Names in lower case, because GitHub ignores case; undefined unless all are known. */
  readonly environments: ReadonlySet<string> | undefined;
  /** Repositories of the same owner by full name; undefined unless all are known. */
  readonly ownerRepositories: ReadonlyMap<string, RepositoryFacts> | undefined;
  /** Exact spelling of each requested account name; undefined if the account does not exist. */
  readonly accounts: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads a repository with one query.
 * @returns undefined if the forge does not answer the query completely; separate requests then
 *   report their own errors
 */
export async function inspectRepository(
  client: ForgeClient,
  repository: RepositoryName,
  request: SnapshotRequest,
): Promise<RepositorySnapshot | undefined> {
  try {
    const answer = await queryGraphql(client, writeSnapshotQuery(repository.full, request));
    if (!answer.data || !answer.errors.every(isBeside)) return undefined;
    return await readSnapshot(answer, { client, repository, request });
  } catch (error) {
    if (error instanceof UserError && !(error instanceof Cancelled)) return undefined;
    throw error;
  }
}

/**
 * Returns whether an error concerns only an account that does not exist, or only the environments.
 * The other data is then complete.
 */
function isBeside({ path, type }: GraphqlError): boolean {
  const [top, part] = path ?? [];
  const isAccount = /^a\d+$/.test(String(top)) && type === "NOT_FOUND";
  return isAccount || (top === "repository" && part === "environments");
}

const ownerShape = v.object({
  __typename: v.picklist(["User", "Organization"]),
  login: v.string(),
  databaseId: integer,
  viewerCanAdminister: v.optional(v.boolean(), false),
  repositories: v.optional(
    v.object({ nodes: v.array(v.unknown()), pageInfo: v.object({ hasNextPage: v.boolean() }) }),
  ),
});

const repositoryShape = v.object({
  databaseId: integer,
  nameWithOwner: v.string(),
  isArchived: v.boolean(),
  viewerPermission: v.nullable(v.string()),
  defaultBranchRef: v.nullable(v.object({ name: v.string() })),
  owner: ownerShape,
});

const anyFields = v.record(v.string(), v.unknown());
const answerShape = v.object({
  viewer: v.object({ login: v.string() }),
  repository: v.intersect([anyFields, repositoryShape]),
});

interface Reading {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  readonly request: SnapshotRequest;
}

async function readSnapshot(
  { data, title, headers }: GraphqlAnswer,
  { client, repository, request }: Reading,
): Promise<RepositorySnapshot> {
  const { viewer, repository: found } = readShape(answerShape, data, title);
  const { owner } = found;
  const kind = owner.__typename === "Organization" ? "organization" : "user";
  const { folder } = request;
  const isAdministered = found.viewerPermission === "ADMIN";
  return {
    viewer: viewer.login,
    repository: {
      id: found.databaseId,
      owner: { login: owner.login, id: owner.databaseId, kind },
      fullName: found.nameWithOwner,
      isAdministered,
      isArchived: found.isArchived,
    },
    isOwner: kind === "user" ? owner.login === viewer.login : owner.viewerCanAdminister,
    defaultBranch: found.defaultBranchRef?.name,
    files: readFiles(found, request.paths, title),
    folder:
      folder && (await readListedFiles(found, { client, repository, request: folder, title })),
    environments:
      isAdministered && isShownAll(headers) ? readEnvironments(found, title) : undefined,
    ownerRepositories: readOwnerRepositories(owner, title),
    accounts: readAccounts(data ?? {}, request.accounts ?? [], title),
  };
}

/**
 * Returns whether the list of environments is complete. A token with scopes can see what its user
 * can see. A token with permissions may get an empty list without an error.
 */
function isShownAll(headers: AnswerHeaders): boolean {
  return headers["x-oauth-scopes"] !== undefined;
}

const environmentsShape = v.nullish(
  v.object({
    nodes: v.array(v.nullable(v.object({ name: v.string() }))),
    pageInfo: v.object({ hasNextPage: v.boolean() }),
  }),
);

/**
 * Returns the environments only if the list is complete, because an environment that is not listed
 * would count as nonexistent.
 */
function readEnvironments(
  found: Readonly<Record<string, unknown>>,
  title: string,
): Set<string> | undefined {
  const list = readShape(environmentsShape, found["environments"], title);
  if (!list || list.pageInfo.hasNextPage || list.nodes.includes(null)) return undefined;
  return new Set(list.nodes.flatMap((each) => each?.name.toLowerCase() ?? []));
}

const blobShape = v.nullish(
  v.object({
    oid: v.optional(v.string()),
    text: v.nullish(v.string()),
    isTruncated: v.optional(v.boolean(), true),
  }),
);
const modesShape = v.nullish(
  v.object({ entries: v.nullish(v.array(v.object({ name: v.string(), mode: integer }))) }),
);

/**
 * Git mode of a symbolic link. Links, directories, and long or non-text files are left to separate
 * requests, which report what they are.
 */
const linkMode = 0o120000;

function readFiles(
  found: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  title: string,
): Map<string, RepositoryFile | undefined> {
  const folders = foldersOf(paths);
  const files = new Map<string, RepositoryFile | undefined>();
  for (const [index, path] of paths.entries()) {
    const blob = readShape(blobShape, found[`f${index}`], title);
    const folder = folders.indexOf(dirname(path).replace(/^\.$/, ""));
    const entries = readShape(modesShape, found[`t${folder}`], title)?.entries ?? [];
    const mode = entries.find(({ name }) => name === basename(path))?.mode;
    if (!blob && mode === undefined) files.set(path, undefined);
    if (!blob || mode === undefined || mode === linkMode || blob.isTruncated) continue;
    const { oid: sha, text } = blob;
    if (sha !== undefined && typeof text === "string") files.set(path, { text, sha });
  }
  return files;
}

const ownerRepositoryShape = v.nullable(
  v.intersect([v.object({ nameWithOwner: v.string() }), repositoryFactsShape]),
);

function readOwnerRepositories(
  { login, repositories }: v.InferOutput<typeof ownerShape>,
  title: string,
): Map<string, RepositoryFacts> | undefined {
  if (!repositories || repositories.pageInfo.hasNextPage) return undefined;
  const prefix = `${login.toLowerCase()}/`;
  const named = repositories.nodes.flatMap((node) => {
    const each = readShape(ownerRepositoryShape, node, title);
    return each ? [each] : [];
  });
  return new Map(
    named
      .filter(({ nameWithOwner }) => nameWithOwner.toLowerCase().startsWith(prefix))
      .map(({ nameWithOwner, ...facts }) => [nameWithOwner, facts]),
  );
}

const accountShape = v.nullish(v.object({ login: v.string() }));

function readAccounts(
  data: Readonly<Record<string, unknown>>,
  wanted: readonly string[],
  title: string,
): Map<string, string | undefined> {
  const loginAt = (index: number) => readShape(accountShape, data[`a${index}`], title)?.login;
  return new Map(wanted.map((name, index) => [name, loginAt(index)]));
}
