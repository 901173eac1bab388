import { forRepository } from "../auth/doors.ts";
import { created, noContent, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalFlag, readText } from "../http/fields.ts";
import { get, patch, post, remove, type Route } from "../http/routes.ts";
import { startOnPush } from "../runs/start-on-push.ts";
import { refShape } from "../shapes/git.ts";
import { isBranchProtected } from "../state/branch-protection.ts";
import { filesOf, findCommit, findHead, isDescendant } from "../state/git-objects.ts";
import { explainNewBranch, explainNewTag } from "../state/new-branch.ts";
import { advanceDefaultBranch, changedPaths } from "../state/push.ts";
import type { Branch, Repository, RepositoryFile } from "../state/repository.ts";
import { isWorkflowPath } from "../state/workflows.ts";
import { mayChangeWorkflows } from "./contents.ts";
import { ofGit } from "./git-data.ts";

const git = "/repos/:owner/:repo/git";

/** Branches and tags as Git references. */
export const gitRefRoutes: Route[] = [
  get(`${git}/ref/*ref`, forRepository("contents:read", ofGit(showRef))),
  post(`${git}/refs`, forRepository("contents:write", ofGit(addRef))),
  patch(`${git}/refs/*ref`, forRepository("contents:write", ofGit(updateRef))),
  remove(`${git}/refs/*ref`, forRepository("contents:write", ofGit(removeRef))),
];

interface Ref {
  /** Whether the reference is a branch or a tag. */
  kind: "branches" | "tags";
  name: string;
}

/** Parses `refs/heads/…` or `refs/tags/…`. */
function readRef(ref: string): Ref | undefined {
  const [, folder, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  return name === undefined ? undefined : { kind: folder === "tags" ? "tags" : "branches", name };
}

function refOfPath(call: Call): Ref | undefined {
  return readRef(`refs/${param(call, "ref")}`);
}

function shaOf(repository: Repository, { kind, name }: Ref): string | undefined {
  if (kind === "branches") return findHead(repository, name);
  return repository.tags?.find((each) => each.name === name)?.sha;
}

function shapeOf(call: Call, repository: Repository, ref: Ref, sha: string) {
  return refShape(call.urls, repository, { ref: fullRef(ref), sha });
}

function showRef(call: Call, repository: Repository): Reply {
  const ref = refOfPath(call);
  const sha = ref && shaOf(repository, ref);
  if (!ref || sha === undefined) throw notFound();
  return ok(shapeOf(call, repository, ref, sha));
}

async function addRef(call: Call, repository: Repository): Promise<Reply> {
  const body = readBody(call);
  const ref = readRef(readText(body, "ref"));
  const sha = readText(body, "sha");
  if (!ref) throw new Refusal(422, "Reference name must start with 'refs/heads/' or 'refs/tags/'");
  const explain = ref.kind === "tags" ? explainNewTag : explainNewBranch;
  const reason = explain(repository, ref.name);
  if (reason !== undefined) throw new Refusal(422, reason);
  if (!findCommit(repository, sha)) throw new Refusal(422, "Object does not exist");
  call.forge.change(() => keepRef(repository, ref, sha));
  await announce(call, repository, { ref, sha, before: repository.files });
  return created(shapeOf(call, repository, ref, sha));
}

function keepRef(repository: Repository, { kind, name }: Ref, sha: string | undefined): void {
  const others = (repository[kind] ?? []).filter((each) => each.name !== name);
  const kept: Branch[] = sha === undefined ? [] : [{ name, sha }];
  repository[kind] = [...others, ...kept];
}

/**
 * Moves a reference to another commit. Without `force`, that commit must be a descendant of the
 * current one.
 * @see PATCH /repos/{owner}/{repo}/git/refs/{ref}; philschatz/octokit.js#21,
 *   github/rest-api-description#2746
 */
async function updateRef(call: Call, repository: Repository): Promise<Reply> {
  const body = readBody(call);
  const sha = readText(body, "sha");
  const isForced = readOptionalFlag(body, "force") ?? false;
  const ref = refOfPath(call);
  const present = ref && shaOf(repository, ref);
  if (!ref || present === undefined) throw new Refusal(422, "Reference does not exist");
  if (!findCommit(repository, sha)) throw new Refusal(422, "Object does not exist");
  const before = filesOf(repository, present) ?? [];
  const isForward = isDescendant(repository, sha, present);
  if (!isForward) requireForce(repository, ref, isForced);
  const isDefault = ref.kind === "branches" && ref.name === repository.defaultBranch;
  if (isDefault && sha !== present) moveDefaultBranch(call, repository, { sha, isForward });
  if (!isDefault) call.forge.change(() => keepRef(repository, ref, sha));
  if (sha !== present) await announce(call, repository, { ref, sha, before });
  return ok(shapeOf(call, repository, ref, sha));
}

/**
 * Rejects force pushes to protected branches; the message is [unsure].
 * @see [doc] about-protected-branches
 */
function requireForce(repository: Repository, { kind, name }: Ref, isForced: boolean): void {
  if (!isForced) throw new Refusal(422, "Update is not a fast forward");
  if (kind === "branches" && isBranchProtected(repository, name)) {
    throw new Refusal(422, "Cannot force-push to this branch");
  }
}

function moveDefaultBranch(
  call: Call,
  repository: Repository,
  { sha, isForward }: { sha: string; isForward: boolean },
): void {
  const files = [...(filesOf(repository, sha) ?? [])];
  if (changedPaths(repository.files, files).some(isWorkflowPath)) {
    mayChangeWorkflows(call, repository);
  }
  const { forge } = call;
  const advance = { files, sha, now: forge.now(), isForced: !isForward };
  forge.change((world) => advanceDefaultBranch(world, repository, advance));
}

/** Starts the workflows that the push triggers. */
async function announce(
  call: Call,
  repository: Repository,
  { ref, sha, before }: { ref: Ref; sha: string; before: readonly RepositoryFile[] },
): Promise<void> {
  const after = filesOf(repository, sha) ?? [];
  const message = findCommit(repository, sha)?.message ?? "";
  await startOnPush(call, repository, { ref: fullRef(ref), sha, message, before, after });
}

function fullRef({ kind, name }: Ref): string {
  return `refs/${kind === "tags" ? "tags" : "heads"}/${name}`;
}

function removeRef(call: Call, repository: Repository): Reply {
  const ref = refOfPath(call);
  if (!ref || !repository[ref.kind]?.some(({ name }) => name === ref.name)) {
    throw new Refusal(422, "Reference does not exist");
  }
  call.forge.change(() => keepRef(repository, ref, undefined));
  return noContent;
}
