import { dirname } from "node:path/posix";
import { folderFragments, writeFolderFields } from "./folder-query.ts";

/** Optional parts of the query. */
export interface SnapshotRequest {
  /** Paths of the requested files on the default branch. */
  readonly paths: readonly string[];
  /** A directory whose text files are read, and the paths of additional files. */
  readonly folder?: { readonly folder: string; readonly additional: readonly string[] } | undefined;
  /** Whether the result includes the first hundred environments. */
  readonly environments?: "reported" | "left out";
  /** Account names whose existence is checked. */
  readonly accounts?: readonly string[];
  /** Whether the result includes the first hundred repositories of the owner. */
  readonly ownerRepositories?: "reported" | "left out";
}

/**
 * Returns the directories of the requested files. Only the listing of a directory shows whether an
 * entry is a file or a link.
 */
export function foldersOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => dirname(path).replace(/^\.$/, "")))];
}

/**
 * Writes the query. The aliases of files are `f0`, `f1` …, those of their directories `t0` …, and
 * those of accounts `a0` …
 * @see docs.github.com/en/graphql/reference/objects: Repository, Organization, TreeEntry
 */
export function writeSnapshotQuery(fullName: string, request: SnapshotRequest): string {
  const { paths, folder, accounts = [], environments, ownerRepositories } = request;
  const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
  const at = (path: string) => `object(expression:${JSON.stringify(`HEAD:${path}`)})`;
  const files = paths.map((path, index) => `f${index}:${at(path)}{...File}`);
  const trees = foldersOf(paths).map((path, index) => `t${index}:${at(path)}{...Modes}`);
  const named = accounts.map(
    (login, index) => `a${index}:repositoryOwner(login:${JSON.stringify(login)}){login}`,
  );
  const owned =
    ownerRepositories === "reported"
      ? "repositories(first:100,orderBy:{field:NAME,direction:ASC}){nodes{nameWithOwner databaseId visibility viewerPermission} pageInfo{hasNextPage}}"
      : "";
  const about = [
    "databaseId nameWithOwner isArchived viewerPermission defaultBranchRef{name}",
    `owner{__typename login ${owned} ...on User{databaseId} ...on Organization{databaseId viewerCanAdminister}}`,
    ...(environments === "reported"
      ? ["environments(first:100){nodes{name} pageInfo{hasNextPage}}"]
      : []),
    ...files,
    ...trees,
    ...(folder ? [writeFolderFields(folder.folder, folder.additional)] : []),
  ];
  return [
    ...(paths.length > 0
      ? [
          "fragment File on Blob{oid text isTruncated}",
          "fragment Modes on Tree{entries{name mode}}",
        ]
      : []),
    ...(folder ? folderFragments : []),
    `query{viewer{login} ${named.join(" ")} repository(owner:${owner},name:${name}){${about.join(" ")}}}`,
  ].join(" ");
}
