import { createHash } from "node:crypto";
import { headOf } from "../state/git-objects.ts";
import { blobSha } from "../shapes/content.ts";
import type { Repository, RepositoryFile } from "../state/repository.ts";

/**
 * Resolves `object(expression: "HEAD:path")`: a folder or a file of the default branch. Other
 * branches are not supported.
 */
export function findObject(repository: Repository, expression: string): object | null {
  const [, ref = "", path = ""] = /^([^:]+):(.*)$/.exec(expression) ?? [];
  if (ref !== "HEAD" && ref !== repository.defaultBranch) return null;
  return answerPath(repository, path.replace(/\/$/, ""));
}

function answerPath(repository: Repository, path: string): object | null {
  const file = repository.files.find((each) => each.path === path);
  if (file) return answerBlob(file);
  const folder = path === "" ? "" : `${path}/`;
  const names = repository.files.flatMap((each) =>
    each.path.startsWith(folder) ? [each.path.slice(folder.length)] : [],
  );
  if (names.length === 0) return null;
  const tops = [...new Set(names.map((name) => name.split("/")[0] ?? ""))].toSorted();
  const entries = tops.map((name) => ({
    name,
    path: `${folder}${name}`,
    ...(names.includes(name) ? { type: "blob", mode: 0o100644 } : { type: "tree", mode: 0o040000 }),
    object: () => answerPath(repository, `${folder}${name}`),
  }));
  const oid = createHash("sha1")
    .update(`${headOf(repository)} ${path}`)
    .digest("hex");
  return { __typename: "Tree", oid, entries };
}

/** Number of bytes after which GitHub truncates the text of a file. */
const mostShown = 512_000;

function answerBlob(file: RepositoryFile): object {
  const bytes = Buffer.from(file.content, "base64");
  const isBinary = bytes.includes(0);
  return {
    __typename: "Blob",
    oid: blobSha(file),
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > mostShown,
    text: isBinary ? null : bytes.subarray(0, mostShown).toString("utf8"),
  };
}
