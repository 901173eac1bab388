import { createHash } from "node:crypto";
import type { GitCommit, GitTree, Repository, RepositoryFile } from "./repository.ts";
import { shortRef } from "./run-ref.ts";

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob" | "tree";
  readonly sha: string;
  /** Size in bytes, or undefined for folders. */
  readonly size?: number;
}

/**
 * Returns the hash of the default branch's head commit, which changes with each push. The pushed
 * commits themselves are not stored.
 */
export function headOf({ id, pushedAt, head }: Repository): string {
  if (head?.pushedAt === pushedAt) return head.sha;
  return createHash("sha1").update(`${id} ${pushedAt}`).digest("hex");
}

/** Returns the commit of a branch, or undefined if the branch does not exist. */
export function findHead(repository: Repository, branch: string): string | undefined {
  if (branch === repository.defaultBranch) return headOf(repository);
  return repository.branches?.find(({ name }) => name === branch)?.sha;
}

/** Finds the latest commit of the default branch, or a commit that the Git endpoints created. */
export function findCommit(repository: Repository, sha: string): GitCommit | undefined {
  const made = repository.git?.commits.find((each) => each.sha === sha);
  if (made || sha !== headOf(repository)) return made;
  const tree = treeSha(repository.files);
  return { sha, tree, parents: [], message: "", at: repository.pushedAt };
}

/** Returns whether the commit `sha` is `of` or one of its descendants. */
export function isDescendant(repository: Repository, sha: string, of: string): boolean {
  const { earlierHeads = [] } = repository;
  const heads = [...earlierHeads, headOf(repository)];
  const seen = new Set<string>();
  const waiting = [sha];
  for (const each of waiting) {
    if (each === of) return true;
    if (seen.has(each)) continue;
    seen.add(each);
    const isHead = heads.includes(each);
    waiting.push(...(isHead ? heads.slice(0, heads.indexOf(each)) : []));
    waiting.push(...(findCommit(repository, each)?.parents ?? []));
  }
  return false;
}

/** Returns the complete tree whose top folder has this hash. */
export function findTree(repository: Repository, sha: string): GitTree | undefined {
  return treesOf(repository).find((each) => each.sha === sha);
}

/** Returns the entries of the folder with this hash, from any tree. */
export function findFolder(repository: Repository, sha: string): TreeEntry[] | undefined {
  for (const { files } of treesOf(repository)) {
    const found = foldersOf(files).get(sha);
    if (found) return found;
  }
  return undefined;
}

/** Returns the file with this content hash, from any tree. */
export function findBlob(repository: Repository, sha: string): RepositoryFile | undefined {
  const files = treesOf(repository).flatMap((tree) => tree.files);
  return files.find((file) => fileEntry(file).sha === sha);
}

/**
 * Returns a copy of the repository with the branch's files and the branch as its default branch.
 * Returns undefined if the branch does not exist.
 */
export function seenAt(repository: Repository, branch: string): Repository | undefined {
  if (branch === repository.defaultBranch) return repository;
  const commit = findCommit(repository, findHead(repository, branch) ?? "");
  const tree = commit && findTree(repository, commit.tree);
  return tree && { ...repository, files: tree.files, defaultBranch: branch };
}

/** Returns the files of a branch or tag, or undefined if that branch or tag does not exist. */
export function filesAt(repository: Repository, ref: string): RepositoryFile[] | undefined {
  const name = shortRef(ref);
  if (!ref.startsWith("refs/tags/")) return seenAt(repository, name)?.files;
  return filesOf(repository, repository.tags?.find((tag) => tag.name === name)?.sha ?? "");
}

/** Returns the files of a commit, or undefined if the commit does not exist. */
export function filesOf(repository: Repository, sha: string): RepositoryFile[] | undefined {
  return findTree(repository, findCommit(repository, sha)?.tree ?? "")?.files;
}

function treesOf(repository: Repository): GitTree[] {
  const { files, git } = repository;
  return [{ sha: treeSha(files), files }, ...(git?.trees ?? [])];
}

/** Returns the Git hash of a tree. */
export function treeSha(files: readonly RepositoryFile[]): string {
  return addFolder(files, new Map());
}

function foldersOf(files: readonly RepositoryFile[]): Map<string, TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>();
  addFolder(files, folders);
  return folders;
}

/** @returns the folder's hash */
function addFolder(files: readonly RepositoryFile[], folders: Map<string, TreeEntry[]>): string {
  const names = new Set(files.map(({ path }) => path.split("/")[0] ?? ""));
  const entries = [...names].map((name): TreeEntry => {
    const file = files.find(({ path }) => path === name);
    if (file) return fileEntry(file);
    const inside = files
      .filter(({ path }) => path.startsWith(`${name}/`))
      .map((each) => ({ ...each, path: each.path.slice(name.length + 1) }));
    return { path: name, mode: "040000", type: "tree", sha: addFolder(inside, folders) };
  });
  // Git sorts a folder's name as if it ended with a slash.
  const keyOf = ({ path, type }: TreeEntry) => (type === "tree" ? `${path}/` : path);
  const sorted = entries.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const bytes = Buffer.concat(
    sorted.flatMap(({ mode, path, sha }) => [
      Buffer.from(`${mode.replace(/^0/, "")} ${path}\0`),
      Buffer.from(sha, "hex"),
    ]),
  );
  const sha = hashOf("tree", bytes);
  folders.set(sha, sorted);
  return sha;
}

function fileEntry({ path, content, mode: reported }: RepositoryFile): TreeEntry {
  const bytes = Buffer.from(content, "base64");
  const mode = reported ?? "100644";
  return { path, mode, type: "blob", sha: hashOf("blob", bytes), size: bytes.length };
}

function hashOf(type: string, bytes: Buffer): string {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}
