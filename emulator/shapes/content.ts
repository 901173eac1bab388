import { createHash } from "node:crypto";
import type { Urls } from "../http/call.ts";
import { fullName } from "../state/find.ts";
import type { Repository, RepositoryFile } from "../state/repository.ts";

/** Returns the Git hash of a file's content. */
export function blobSha({ content }: Pick<RepositoryFile, "content">): string {
  const bytes = Buffer.from(content, "base64");
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Size in bytes above which the content must be requested as raw data. */
const mostShown = 1024 * 1024;

export function fileShape(urls: Urls, repository: Repository, file: RepositoryFile) {
  const size = Buffer.byteLength(file.content, "base64");
  const shape = {
    ...entryShape(urls, repository, { path: file.path, sha: blobSha(file), type: "file" }),
    size,
  };
  if (size > mostShown) return { ...shape, content: "", encoding: "none" };
  return {
    ...shape,
    // Inserts line breaks, as GitHub does, so that clients are tested with them.
    content: file.content.replace(/.{60}/g, "$&\n"),
    encoding: "base64",
  };
}

/** Lists the direct entries of a directory. The root is the empty path. */
export function directoryEntries(urls: Urls, repository: Repository, directory: string) {
  const prefix = directory === "" ? "" : `${directory}/`;
  const inside = repository.files.filter(({ path }) => path.startsWith(prefix));
  const names = new Set(inside.map(({ path }) => path.slice(prefix.length).split("/")[0] ?? ""));
  return [...names].sort().map((name) => {
    const path = `${prefix}${name}`;
    const file = inside.find((each) => each.path === path);
    const sha = file ? blobSha(file) : createHash("sha1").update(`tree ${path}`).digest("hex");
    const entry = { path, sha, type: file ? ("file" as const) : ("dir" as const) };
    const size = file ? Buffer.byteLength(file.content, "base64") : 0;
    return { ...entryShape(urls, repository, entry), size };
  });
}

function entryShape(
  { api, web }: Urls,
  repository: Repository,
  { path, sha, type }: { path: string; sha: string; type: "file" | "dir" },
) {
  const name = fullName(repository);
  const branch = repository.defaultBranch;
  const url = `${api}/repos/${name}/contents/${path}?ref=${branch}`;
  const html = `${web}/${name}/${type === "file" ? "blob" : "tree"}/${branch}/${path}`;
  const git = `${api}/repos/${name}/git/${type === "file" ? "blobs" : "trees"}/${sha}`;
  return {
    type,
    name: path.split("/").at(-1) ?? path,
    path,
    sha,
    url,
    html_url: html,
    git_url: git,
    download_url: type === "file" ? `${web}/${name}/raw/${branch}/${path}` : null,
    _links: { self: url, git, html },
  };
}
