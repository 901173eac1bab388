import { createHash } from "node:crypto";
import { forRepository } from "../auth/doors.ts";
import { created, notFound, ok, Refusal, type Reply, type Replying } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText, readWords, type Fields } from "../http/fields.ts";
import { get, post, type Route } from "../http/routes.ts";
import { isRecord } from "../is-record.ts";
import { blobShape, commitShape, folderShape } from "../shapes/git.ts";
import {
  findBlob,
  findCommit,
  findFolder,
  findHead,
  findTree,
  treeSha,
} from "../state/git-objects.ts";
import type { Repository, RepositoryFile } from "../state/repository.ts";
import { timestamp } from "../state/timestamp.ts";
import { isWorkflowPath } from "../state/workflows.ts";
import { mayChangeWorkflows } from "./contents.ts";

const git = "/repos/:owner/:repo/git";

/** The part of the Git API that is needed to create a branch with a commit. */
export const gitDataRoutes: Route[] = [
  get(`${git}/commits/:sha`, forRepository("contents:read", ofGit(showCommit))),
  get(`${git}/trees/*ref`, forRepository("contents:read", ofGit(showFolder))),
  get(`${git}/blobs/:sha`, forRepository("contents:read", ofGit(showBlob))),
  post(`${git}/trees`, forRepository("contents:write", ofGit(addTree))),
  post(`${git}/commits`, forRepository("contents:write", ofGit(addCommit))),
];

/**
 * Rejects Git requests for a repository without files: github.com/tiledocs-dev/tiledocs-editor,
 * issue 3.
 */
export function ofGit(answer: (call: Call, repository: Repository) => Replying) {
  return (call: Call, repository: Repository): Replying => {
    if (repository.files.length === 0) throw new Refusal(409, "Git Repository is empty.");
    return answer(call, repository);
  };
}

function showCommit(call: Call, repository: Repository): Reply {
  const commit = findCommit(repository, param(call, "sha"));
  if (!commit) throw notFound();
  return ok(commitShape(call.urls, repository, commit));
}

function showFolder(call: Call, repository: Repository): Reply {
  const ref = param(call, "ref");
  const commit = findCommit(repository, findHead(repository, ref) ?? ref);
  const sha = commit?.tree ?? ref;
  const entries = findFolder(repository, sha);
  if (!entries) throw notFound();
  return ok(folderShape(call.urls, repository, { sha, entries }));
}

function showBlob(call: Call, repository: Repository): Reply {
  const sha = param(call, "sha");
  const file = findBlob(repository, sha);
  if (!file) throw notFound();
  return ok(blobShape(call.urls, repository, { sha, file }));
}

function addTree(call: Call, repository: Repository): Reply {
  const body = readBody(call);
  const base = readOptionalText(body, "base_tree");
  const before = base === undefined ? [] : findTree(repository, base)?.files;
  if (!before) throw new Refusal(422, "Tree SHA does not exist");
  const { tree: requests } = body;
  if (!Array.isArray(requests))
    throw new Refusal(422, `Invalid request.\n\n"tree" wasn't supplied.`);
  const files = requests.filter(isRecord).reduce<readonly RepositoryFile[]>((known, wanted) => {
    if (isWorkflowPath(readText(wanted, "path"))) mayChangeWorkflows(call, repository);
    return changeFiles(known, wanted);
  }, before);
  const sha = treeSha(files);
  call.forge.change(() => objectsOf(repository).trees.push({ sha, files: [...files] }));
  const entries = findFolder(repository, sha) ?? [];
  return created(folderShape(call.urls, repository, { sha, entries }));
}

/** Applies a change to the files. A new file replaces any file or folder at its path. */
function changeFiles(known: readonly RepositoryFile[], wanted: Fields): RepositoryFile[] {
  const path = readText(wanted, "path");
  const malformed = path.split("/").some((part) => ["", ".", "..", ".git"].includes(part));
  if (malformed) throw new Refusal(422, "tree.path contains a malformed path component");
  const others = known.filter((each) => each.path !== path && !isBelow(each.path, path));
  if (wanted["sha"] !== null) {
    return [...others.filter((each) => !isBelow(path, each.path)), fileOf(path, wanted)];
  }
  if (others.length === known.length) throw new Refusal(422, "GitRPC::BadObjectState");
  return others;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function fileOf(path: string, wanted: Fields): RepositoryFile {
  const modes = ["100755", "120000"] as const;
  const mode = modes.find((each) => each === wanted["mode"]);
  const content = Buffer.from(readText(wanted, "content")).toString("base64");
  return { path, content, ...(mode && { mode }) };
}

function addCommit(call: Call, repository: Repository): Reply {
  const body = readBody(call);
  const tree = readText(body, "tree");
  const parents = readWords(body["parents"]);
  if (!findTree(repository, tree)) throw new Refusal(422, "Tree SHA does not exist");
  if (!parents.every((sha) => findCommit(repository, sha))) {
    throw new Refusal(422, "Parent SHA does not exist or is not a commit object");
  }
  const at = timestamp(call.forge.now());
  const made = { tree, parents, message: readText(body, "message"), at };
  const commit = { sha: createHash("sha1").update(JSON.stringify(made)).digest("hex"), ...made };
  call.forge.change(() => objectsOf(repository).commits.push(commit));
  return created(commitShape(call.urls, repository, commit));
}

function objectsOf(repository: Repository) {
  return (repository.git ??= { trees: [], commits: [] });
}
