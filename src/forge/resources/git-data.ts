import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find, read } from "../read.ts";
import { readShape } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

/** Git object IDs: SHA-1, or SHA-256 in the future. */
const shaText = v.pipe(v.string(), v.regex(/^[\da-f]{40,64}$/));
const namedShape = v.object({ sha: shaText });

const refShape = v.pipe(
  v.object({ object: namedShape }),
  v.transform(({ object }) => object.sha),
);

/**
 * Returns the latest commit of a branch.
 * @see GET /repos/{owner}/{repo}/git/ref/{ref}
 */
export function findBranch(
  client: ForgeClient,
  { full }: RepositoryName,
  branch: string,
): Promise<string | undefined> {
  return find(client, `/repos/${full}/git/ref/${pathOf(branch)}`, refShape);
}

const commitShape = v.pipe(
  v.object({ tree: namedShape }),
  v.transform(({ tree }) => tree.sha),
);

/**
 * Returns the root tree of a commit.
 * @see GET /repos/{owner}/{repo}/git/commits/{commit_sha}
 */
export function readTreeOf(
  client: ForgeClient,
  { full }: RepositoryName,
  commit: string,
): Promise<string> {
  return read(client, `/repos/${full}/git/commits/${commit}`, commitShape);
}

export interface TreeEntry {
  readonly name: string;
  /**
   * `100644`, `100755` for programs, `120000` for links, `040000` for directories, `160000` for
   * submodules.
   */
  readonly mode: string;
  readonly sha: string;
}

const folderShape = v.pipe(
  v.object({
    tree: v.array(v.object({ path: v.string(), mode: v.string(), sha: shaText })),
    truncated: v.boolean(),
  }),
  v.transform(({ tree, truncated }) => ({
    entries: tree.map(({ path: name, mode, sha }): TreeEntry => ({ name, mode, sha })),
    isComplete: !truncated,
  })),
);

/**
 * Lists one directory without its subdirectories.
 * @see GET /repos/{owner}/{repo}/git/trees/{tree_sha}
 */
export function readFolder(
  client: ForgeClient,
  { full }: RepositoryName,
  tree: string,
): Promise<{ readonly entries: readonly TreeEntry[]; readonly isComplete: boolean }> {
  return read(client, `/repos/${full}/git/trees/${tree}`, folderShape);
}

const blobShape = v.pipe(
  v.object({ content: v.string(), encoding: v.literal("base64") }),
  v.transform(({ content }) => Buffer.from(content, "base64")),
);

/**
 * Reads a file's content by its blob ID.
 * @see GET /repos/{owner}/{repo}/git/blobs/{file_sha}
 */
export function readBlob(
  client: ForgeClient,
  { full }: RepositoryName,
  sha: string,
): Promise<Buffer> {
  return read(client, `/repos/${full}/git/blobs/${sha}`, blobShape);
}

/** A file in a new tree. If the content is missing, the file is deleted. */
export interface TreeChange {
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly content: string | undefined;
}

/**
 * @param base the tree to change
 * @returns the new tree
 * @see POST /repos/{owner}/{repo}/git/trees
 */
export async function makeTree(
  client: ForgeClient,
  { full }: RepositoryName,
  { base, changes }: { readonly base: string; readonly changes: readonly TreeChange[] },
): Promise<string> {
  const tree = changes.map(({ content, ...change }) => ({
    ...change,
    type: "blob",
    ...(content === undefined ? { sha: null } : { content }),
  }));
  return makeNamed(client, `/repos/${full}/git/trees`, { base_tree: base, tree });
}

/** @returns the commit. @see POST /repos/{owner}/{repo}/git/commits */
export async function makeCommit(
  client: ForgeClient,
  { full }: RepositoryName,
  commit: { readonly tree: string; readonly parent: string; readonly message: string },
): Promise<string> {
  const { tree, parent, message } = commit;
  return makeNamed(client, `/repos/${full}/git/commits`, { tree, message, parents: [parent] });
}

async function makeNamed(client: ForgeClient, path: string, wanted: object): Promise<string> {
  const { body, title } = await client.request("POST", path, { body: wanted });
  return readShape(namedShape, body, title).sha;
}

/**
 * @throws RefusedByForge (422) if the branch exists
 * @see POST /repos/{owner}/{repo}/git/refs
 */
export async function makeBranch(
  client: ForgeClient,
  { full }: RepositoryName,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<void> {
  const body = { ref: `refs/heads/${branch}`, sha: commit };
  await client.request("POST", `/repos/${full}/git/refs`, { body });
}

/**
 * Deletes a branch. Also succeeds if the branch does not exist.
 * @see DELETE /repos/{owner}/{repo}/git/refs/{ref}
 */
export async function dropBranch(
  client: ForgeClient,
  { full }: RepositoryName,
  branch: string,
): Promise<void> {
  const accept = [404, 422];
  await client.request("DELETE", `/repos/${full}/git/refs/${pathOf(branch)}`, { accept });
}

function pathOf(branch: string): string {
  return `heads/${branch.split("/").map(encodeURIComponent).join("/")}`;
}
