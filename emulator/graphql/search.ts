import { canSee } from "../auth/access.ts";
import { fullName, sameName } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";
import { connect, type Slice } from "./connection.ts";
import type { IssueLocation, View } from "./view.ts";

interface SearchRequest extends Slice {
  readonly query: string;
  readonly type: "REPOSITORY" | "ISSUE";
}

/**
 * Implements `search` with the qualifiers that `gh` uses. A query with an unknown qualifier finds
 * nothing.
 */
export function search(view: View, request: SearchRequest) {
  const terms = request.query.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const { world } = view.forge;
  const seen = world.repositories.filter((each) => canSee(world, view.caller, each));
  if (request.type === "REPOSITORY") {
    const found = seen.filter((each) => terms.every((term) => fitsRepository(each, term)));
    const toNode = (each: Repository) => view.show.repository(each);
    return counted(connect(found, request, { name: "search", toNode }));
  }
  const locations = seen.flatMap((repository) =>
    repository.issues.flatMap((issue) => (issue.pull ? [] : [{ repository, issue }])),
  );
  const found = locations.filter((location) => terms.every((term) => fitsIssue(location, term)));
  const toNode = (location: IssueLocation) => view.show.issue(location);
  return counted(connect(found.toReversed(), request, { name: "search", toNode }));
}

function counted<T extends { totalCount: number }>(connection: T) {
  const { totalCount } = connection;
  return { ...connection, repositoryCount: totalCount, issueCount: totalCount };
}

function split(term: string): [name: string, value: string] {
  const [, name = "", value = term] = /^([a-z]+):(.*)$/.exec(term) ?? [];
  return [name, value.replaceAll('"', "")];
}

function fitsRepository(repository: Repository, term: string): boolean {
  const [name, value] = split(term);
  const isPublic = repository.visibility === "public";
  const known: Record<string, boolean> = {
    "": repository.name.toLowerCase().includes(value.toLowerCase()),
    sort: true,
    // The embedded forge does not have forks, so only `fork:only` excludes its repositories.
    fork: value !== "only",
    user: sameName(repository.owner, value),
    org: sameName(repository.owner, value),
    repo: sameName(fullName(repository), value),
    archived: repository.archived === (value === "true"),
    kind: value === "public" ? isPublic : value === "private" && !isPublic,
    visibility: value === repository.visibility,
  };
  return known[name] ?? false;
}

function fitsIssue({ repository, issue }: IssueLocation, term: string): boolean {
  const [name, value] = split(term);
  const state = issue.closed ? "closed" : "open";
  const text = `${issue.title} ${issue.body ?? ""}`.toLowerCase();
  const known: Record<string, boolean> = {
    "": text.includes(value.toLowerCase()),
    sort: true,
    repo: sameName(fullName(repository), value),
    user: sameName(repository.owner, value),
    org: sameName(repository.owner, value),
    type: value === "issue",
    kind: value === "issue" || value === state,
    state: value === state,
    author: sameName(issue.author, value),
    in: true,
  };
  return known[name] ?? false;
}
