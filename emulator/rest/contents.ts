import { forRepository, mayDo } from "../auth/doors.ts";
import { created, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText, type Fields } from "../http/fields.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { blobSha, directoryEntries, fileShape } from "../shapes/content.ts";
import { commitShape } from "../shapes/git.ts";
import { startOnPush } from "../runs/start-on-push.ts";
import { headOf, seenAt } from "../state/git-objects.ts";
import { advanceDefaultBranch } from "../state/push.ts";
import type { Repository, RepositoryFile } from "../state/repository.ts";
import { timestamp } from "../state/timestamp.ts";
import { isWorkflowPath } from "../state/workflows.ts";

/** Maximum number of entries in the listing of a folder. GitHub truncates longer listings. */
const mostEntries = 1000;

const path = "/repos/:owner/:repo/contents/*path";

export const contentRoutes: Route[] = [
  get("/repos/:owner/:repo/readme", forRepository("contents:read", showReadme)),
  get(path, forRepository("contents:read", showContent)),
  put(path, forRepository("contents:write", putContent)),
  remove(path, forRepository("contents:write", removeContent)),
];

function showContent(call: Call, repository: Repository) {
  const ref = call.query.get("ref")?.replace(/^refs\/heads\//, "");
  const seen = ref === undefined ? repository : seenAt(repository, ref);
  if (!seen) throw new Refusal(404, `No commit found for the ref ${ref}`);
  if (seen.files.length === 0) throw new Refusal(404, "This repository is empty.");
  const wanted = param(call, "path").replace(/\/$/, "");
  const file = seen.files.find((each) => each.path === wanted);
  if (file && isRaw(call)) return rawFile(call, file);
  if (file) return ok(fileShape(call.urls, seen, file));
  const entries = directoryEntries(call.urls, seen, wanted);
  if (entries.length === 0) throw notFound();
  return ok(entries.slice(0, mostEntries));
}

function showReadme(call: Call, repository: Repository) {
  const file = repository.files.find(({ path: found }) => /^readme(?:\.\w+)?$/i.test(found));
  if (!file) throw notFound();
  return isRaw(call) ? rawFile(call, file) : ok(fileShape(call.urls, repository, file));
}

function isRaw({ headers }: Call): boolean {
  return /^application\/vnd\.[a-z]+(?:\.v3)?\.raw(?:\+json)?$/.test(headers["accept"] ?? "");
}

function rawFile({ headers }: Call, { content }: RepositoryFile): Reply {
  const type = `${headers["accept"]}; charset=utf-8`;
  return { status: 200, bytes: Buffer.from(content, "base64"), type };
}

async function putContent(call: Call, repository: Repository) {
  const body = readBody(call);
  const filePath = param(call, "path");
  const known = findCurrent(call, repository, body);
  const content = readContent(body);
  if (!known) checkLocation(repository, filePath);
  const message = readText(body, "message");
  const file = { ...known, path: filePath, content };
  const others = repository.files;
  const files = known ? others.map((each) => (each === known ? file : each)) : [...others, file];
  const commit = await pushFiles(call, repository, { files, message });
  const { content: _, encoding: __, ...shape } = fileShape(call.urls, repository, file);
  return (known ? ok : created)({ content: shape, commit });
}

async function removeContent(call: Call, repository: Repository) {
  const body = readBody(call);
  const known = findCurrent(call, repository, body);
  if (!known) throw notFound();
  const message = readText(body, "message");
  const files = repository.files.filter((each) => each !== known);
  const commit = await pushFiles(call, repository, { files, message });
  return ok({ content: null, commit });
}

/**
 * Returns the current file. A caller that changes a file must send the hash of its current content.
 */
function findCurrent(call: Call, repository: Repository, body: Fields) {
  checkBranch(repository, readOptionalText(body, "branch"));
  const filePath = param(call, "path");
  checkPath(filePath);
  if (isWorkflowPath(filePath)) mayChangeWorkflows(call, repository);
  const known = repository.files.find((each) => each.path === filePath);
  const sha = readOptionalText(body, "sha");
  if (known && sha === undefined) {
    throw new Refusal(422, `Invalid request.\n\n"sha" wasn't supplied.`);
  }
  if (known && sha !== blobSha(known)) {
    throw new Refusal(409, `${filePath} does not match ${sha ?? ""}`);
  }
  return known;
}

/**
 * Requires the permission for workflows, because a workflow can use all secrets of a repository.
 */
export function mayChangeWorkflows(call: Call, repository: Repository): void {
  const { caller } = call;
  if (caller.kind !== "user") mayDo(call, repository, { word: "workflows", level: "write" });
  else if (!caller.token.scopes.includes("workflow")) throw notFound();
}

/** Reads base64, which may contain line breaks. */
function readContent(body: Fields): string {
  const text = readText(body, "content").replaceAll(/\s/g, "");
  const content = Buffer.from(text, "base64").toString("base64");
  if (content !== text) throw new Refusal(422, "content is not valid Base64");
  return content;
}

/** @throws Refusal (422) for a path that is not valid in a repository */
function checkPath(filePath: string): void {
  if (filePath.split("/").some((part) => ["", ".", ".."].includes(part))) {
    throw new Refusal(422, "path contains a malformed path component");
  }
}

/** @throws Refusal (422) if a file or folder already uses the path */
function checkLocation({ files }: Repository, filePath: string): void {
  const inTheWay = files.find(
    ({ path: other }) => filePath.startsWith(`${other}/`) || other.startsWith(`${filePath}/`),
  );
  if (inTheWay) throw new Refusal(422, `${inTheWay.path} conflicts with ${filePath}`);
}

function checkBranch(repository: Repository, branch: string | undefined): void {
  const name = branch?.replace(/^refs\/heads\//, "");
  if (name !== undefined && name !== repository.defaultBranch) {
    throw new Refusal(404, `Branch ${name} not found`);
  }
}

/** Commits files to the default branch. @returns the commit */
async function pushFiles(
  call: Call,
  repository: Repository,
  { files, message }: { files: RepositoryFile[]; message: string },
) {
  const { forge } = call;
  const before = repository.files;
  forge.change((world) => advanceDefaultBranch(world, repository, { files, now: forge.now() }));
  const sha = headOf(repository);
  const ref = `refs/heads/${repository.defaultBranch}`;
  await startOnPush(call, repository, { ref, sha, message, before, after: files });
  // The embedded forge does not keep a history: the commit has no parents, and its tree has the
  // same hash as the commit.
  const at = timestamp(forge.now());
  return commitShape(call.urls, repository, { sha, tree: sha, parents: [], message, at });
}
