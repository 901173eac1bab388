import { forRepository } from "../auth/doors.ts";
import { notFound, redirect, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { get, type Route } from "../http/routes.ts";
import type { Repository, Run } from "../state/repository.ts";
import { allJobs, attemptOf, latestAttempt } from "../state/attempts.ts";

const run = "/repos/:owner/:repo/actions/runs/:run";

/** Logs are in the forge's storage. The API only redirects to it. */
export const logRoutes: Route[] = [
  get("/repos/:owner/:repo/actions/jobs/:job/logs", forRepository("actions:read", findJobLog)),
  get(`${run}/logs`, forRepository("actions:read", findRunLogs)),
  get(`${run}/attempts/:attempt/logs`, forRepository("actions:read", findRunLogs)),
];

const keptMilliseconds = 90 * 86_400_000;

function findJobLog(call: Call, repository: Repository): Reply {
  const id = Number(param(call, "job"));
  const found = repository.runs.find((each) => allJobs(each).some((job) => job.id === id));
  if (!found) throw notFound();
  return redirectTo(call, found, `/storage/jobs/${id}.txt`);
}

function findRunLogs(call: Call, repository: Repository): Reply {
  const id = Number(param(call, "run"));
  const found = repository.runs.find((each) => each.id === id);
  if (!found) throw notFound();
  const attempt = Number(call.params["attempt"] ?? latestAttempt(found));
  if (!attemptOf(found, attempt)) throw notFound();
  return redirectTo(call, found, `/storage/runs/${id}/${attempt}.zip`);
}

/**
 * Redirects to a different host, for which clients have no credential. Clients treat `localhost` as
 * a different host, although it is the same machine.
 */
function redirectTo({ caller, forge, urls }: Call, { createdAt }: Run, path: string): Reply {
  if (caller.kind === "anonymous") {
    throw new Refusal(403, "Must have admin rights to Repository.");
  }
  if (forge.now().getTime() - new Date(createdAt).getTime() > keptMilliseconds) {
    throw new Refusal(410, "Server Error");
  }
  const storage = new URL(urls.web);
  storage.hostname = "localhost";
  return redirect(`${storage.origin}${path}?${forge.logLinks.sign(path)}`);
}
