import type { Urls } from "../http/call.ts";
import { isBranchProtected } from "../state/branch-protection.ts";
import { fullName } from "../state/find.ts";
import { findHead } from "../state/git-objects.ts";
import type { Repository, Ruleset } from "../state/repository.ts";

/** Returns a branch as shown in lists. */
export function branchShape({ api }: Urls, repository: Repository, name: string) {
  const base = `${api}/repos/${fullName(repository)}`;
  const sha = findHead(repository, name) ?? "";
  return {
    name,
    commit: { sha, url: `${base}/commits/${sha}` },
    protected: isBranchProtected(repository, name),
  };
}

export function fullBranch(urls: Urls, repository: Repository, name: string) {
  const base = `${urls.api}/repos/${fullName(repository)}`;
  const web = `${urls.web}/${fullName(repository)}`;
  const short = branchShape(urls, repository, name);
  const { sha, url } = short.commit;
  const person = {
    name: "Embedded forge",
    email: "forge@example.com",
    date: repository.pushedAt,
  };
  const tree = { sha, url: `${base}/git/trees/${sha}` };
  return {
    ...short,
    commit: {
      sha,
      url,
      node_id: sha,
      html_url: `${web}/commit/${sha}`,
      comments_url: `${url}/comments`,
      commit: { author: person, committer: person, comment_count: 0, message: "", tree, url },
      author: null,
      committer: null,
      parents: [],
    },
    _links: { self: `${base}/branches/${name}`, html: `${web}/tree/${name}` },
    protection: { enabled: short.protected },
    protection_url: `${base}/branches/${name}/protection`,
  };
}

/** Returns the protection settings of a branch, without the optional rules. */
export function protectionShape({ api }: Urls, repository: Repository, name: string) {
  const url = `${api}/repos/${fullName(repository)}/branches/${name}/protection`;
  return {
    url,
    enforce_admins: { url: `${url}/enforce_admins`, enabled: false },
    required_linear_history: { enabled: false },
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
  };
}

export function rulesetShape(repository: Repository, { id, name }: Ruleset) {
  return {
    id,
    name,
    target: "branch",
    source_type: "Repository",
    source: fullName(repository),
    enforcement: "active",
  };
}
