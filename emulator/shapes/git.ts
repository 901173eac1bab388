import type { Urls } from "../http/call.ts";
import { fullName } from "../state/find.ts";
import type { TreeEntry } from "../state/git-objects.ts";
import type { GitCommit, Repository, RepositoryFile } from "../state/repository.ts";

export function refShape(
  urls: Urls,
  repository: Repository,
  { ref, sha }: { ref: string; sha: string },
) {
  const git = gitOf(urls, repository);
  return {
    ref,
    node_id: `REF_${Buffer.from(`${repository.id} ${ref}`).toString("base64url")}`,
    url: `${git}/${ref}`,
    object: { type: "commit", sha, url: `${git}/commits/${sha}` },
  };
}

export function commitShape(urls: Urls, repository: Repository, commit: GitCommit) {
  const { sha, tree, parents, message, at } = commit;
  const git = gitOf(urls, repository);
  const pageOf = (of: string) => `${urls.web}/${fullName(repository)}/commit/${of}`;
  const person = { name: "Embedded forge", email: "forge@example.com", date: at };
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${git}/commits/${sha}`,
    html_url: pageOf(sha),
    author: person,
    committer: person,
    tree: { sha: tree, url: `${git}/trees/${tree}` },
    message,
    parents: parents.map((of) => ({ sha: of, url: `${git}/commits/${of}`, html_url: pageOf(of) })),
    verification: {
      verified: false,
      reason: "unsigned",
      signature: null,
      payload: null,
      verified_at: null,
    },
  };
}

export function folderShape(
  urls: Urls,
  repository: Repository,
  { sha, entries }: { sha: string; entries: readonly TreeEntry[] },
) {
  const git = gitOf(urls, repository);
  const tree = entries.map((entry) => ({ ...entry, url: `${git}/${entry.type}s/${entry.sha}` }));
  return { sha, url: `${git}/trees/${sha}`, tree, truncated: false };
}

export function blobShape(
  urls: Urls,
  repository: Repository,
  { sha, file }: { sha: string; file: RepositoryFile },
) {
  return {
    sha,
    node_id: `B_${sha}`,
    size: Buffer.byteLength(file.content, "base64"),
    url: `${gitOf(urls, repository)}/blobs/${sha}`,
    content: file.content.replace(/.{60}/g, "$&\n"),
    encoding: "base64",
  };
}

function gitOf({ api }: Urls, repository: Repository): string {
  return `${api}/repos/${fullName(repository)}/git`;
}
