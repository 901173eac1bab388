import { forRepository } from "../auth/doors.ts";
import { created, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, post, type Route } from "../http/routes.ts";
import { pullShape } from "../shapes/pull.ts";
import { sameName } from "../state/find.ts";
import { findHead } from "../state/git-objects.ts";
import type { Branch, Repository } from "../state/repository.ts";
import { openIssue } from "./issue-actions.ts";

const all = "/repos/:owner/:repo/pulls";

/** Pull requests between branches of one repository. */
export const pullRoutes: Route[] = [
  get(all, forRepository("pull_requests:read", listPulls)),
  post(all, forRepository("pull_requests:write", addPull)),
  get(`${all}/:number`, forRepository("pull_requests:read", showPull)),
];

/** Lists open pull requests, newest first. The `head` filter includes the owner. */
function listPulls(call: Call, repository: Repository): Reply {
  const { urls, forge, query } = call;
  const [state, head] = [query.get("state") ?? "open", query.get("head")];
  const found = repository.issues.filter(
    ({ pull, closed }) =>
      pull &&
      (state === "all" || (state === "closed") === (closed !== undefined)) &&
      (head === null || sameName(head, `${repository.owner}:${pull.head.name}`)),
  );
  return page(call, found.toReversed(), (shown) =>
    shown.map((issue) => pullShape(urls, forge.world, { repository, issue })),
  );
}

function addPull(call: Call, repository: Repository): Reply {
  const fields = readBody(call);
  const head = requireBranch(repository, "head", readText(fields, "head"));
  const base = requireBranch(repository, "base", readText(fields, "base"));
  const isThere = repository.issues.some(
    ({ pull, closed }) => !closed && pull?.head.name === head.name && pull.base.name === base.name,
  );
  if (isThere) throw refused(`A pull request already exists for ${repository.owner}:${head.name}.`);
  if (head.sha === base.sha) throw refused(`No commits between ${base.name} and ${head.name}`);
  const title = readText(fields, "title");
  const body = readOptionalText(fields, "body") ?? null;
  const issue = openIssue(call, repository, { title, body, pull: { head, base } });
  return created(pullShape(call.urls, call.forge.world, { repository, issue }));
}

function requireBranch(repository: Repository, field: "head" | "base", name: string): Branch {
  const sha = findHead(repository, name);
  if (sha !== undefined) return { name, sha };
  throw new Refusal(422, "Validation Failed", {
    errors: [{ resource: "PullRequest", field, code: "invalid" }],
  });
}

function refused(message: string): Refusal {
  const errors = [{ resource: "PullRequest", code: "custom", message }];
  return new Refusal(422, "Validation Failed", { errors });
}

function showPull(call: Call, repository: Repository): Reply {
  const number = Number(param(call, "number"));
  const issue = repository.issues.find((each) => each.number === number && each.pull);
  if (!issue) throw notFound();
  return ok(pullShape(call.urls, call.forge.world, { repository, issue }));
}
