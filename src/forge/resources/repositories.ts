import * as v from "valibot";
import type { Account } from "../account.ts";
import type { ForgeClient } from "../client.ts";
import type { Listing } from "../listing.ts";
import { readAllPages, readPages } from "../pages.ts";
import { read } from "../read.ts";
import { readShape, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

/** A repository, as the current account sees it. */
export interface Repository {
  readonly id: number;
  readonly owner: Account;
  readonly isAdministered: boolean;
  /** Current name. GitHub also finds a renamed repository by its old name. */
  readonly fullName: string;
  /** Archived repositories are read-only. */
  readonly isArchived: boolean;
}

const ownerShape = v.pipe(
  v.object({ login: v.string(), id: integer, type: v.string() }),
  v.transform(({ login, id, type }): Account => ({
    login,
    id,
    kind: type === "Organization" ? "organization" : "user",
  })),
);

const rightsShape = v.optional(v.object({ admin: v.optional(v.boolean(), false) }));

const repositoryShape = v.pipe(
  v.object({
    id: integer,
    full_name: v.string(),
    owner: ownerShape,
    archived: v.optional(v.boolean(), false),
    permissions: rightsShape,
  }),
  v.transform(({ id, full_name, owner, archived, permissions }): Repository => ({
    id,
    fullName: full_name,
    owner,
    isAdministered: permissions?.admin === true,
    isArchived: archived,
  })),
);

/** @see GET /repos/{owner}/{repo} */
export function readRepository(client: ForgeClient, { full }: RepositoryName): Promise<Repository> {
  return read(client, `/repos/${full}`, repositoryShape);
}

/**
 * Returns the branch on which workflows are started.
 * @see GET /repos/{owner}/{repo}
 */
export function readDefaultBranch(
  client: ForgeClient,
  { full }: RepositoryName,
  signal?: AbortSignal,
): Promise<string> {
  return read(client, `/repos/${full}`, branchShape, { ...(signal && { signal }) });
}

const branchShape = v.pipe(
  v.object({ default_branch: v.string() }),
  v.transform((repository) => repository.default_branch),
);

/**
 * Returns whether this credential can read a repository.
 * @see GET /repos/{owner}/{repo}
 */
export async function isReachable(client: ForgeClient, fullName: string): Promise<boolean> {
  const { status } = await client.request("GET", `/repos/${fullName}`, { accept: [403, 404] });
  return status === 200;
}

const listedShape = v.object({
  full_name: v.string(),
  private: v.boolean(),
  permissions: rightsShape,
});

/**
 * Lists the full names of repositories to which the current account has admin access, among the
 * hundred most recently pushed repositories.
 * @see GET /user/repos
 */
export async function listAdministered(client: ForgeClient): Promise<string[]> {
  const { body, title } = await client.request("GET", "/user/repos?sort=pushed&per_page=100");
  const listed = readShape(v.array(listedShape), body, title);
  return listed.filter((each) => each.permissions?.admin === true).map((each) => each.full_name);
}

/**
 * Lists the full names of an owner's repositories. Searches only the first thousand repositories
 * that the current account can see.
 */
export async function listOwnedBy(
  client: ForgeClient,
  owner: string,
  signal?: AbortSignal,
): Promise<Listing<string>> {
  const { entries, cutShort } = await readPages(client, "/user/repos?sort=full_name", {
    shape: v.array(listedShape),
    mostPages: 10,
    isBestEffort: true,
    signal,
  });
  const prefix = `${owner.toLowerCase()}/`;
  const names = entries.map((each) => each.full_name);
  return { entries: names.filter((name) => name.toLowerCase().startsWith(prefix)), cutShort };
}

/**
 * Lists the full names of non-public repositories that a credential can access. GitHub's list also
 * contains public repositories, which any credential can access.
 */
export async function listHidden(client: ForgeClient): Promise<string[]> {
  const listed = await readAllPages(client, "/user/repos", { shape: v.array(listedShape) });
  return listed.filter((each) => each.private).map((each) => each.full_name);
}
