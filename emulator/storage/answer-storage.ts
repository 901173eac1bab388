import type { Reply } from "../http/reply.ts";
import type { Forge, Request } from "../http/call.ts";
import { findRoute, get, type Route } from "../http/routes.ts";
import { zipOf, type ZipEntry } from "../shapes/zip.ts";
import { allJobs, attemptOf } from "../state/attempts.ts";
import type { Run, RunJob } from "../state/repository.ts";
import type { World } from "../state/world.ts";

interface Asked extends Request {
  readonly forge: Forge;
  readonly params: Readonly<Record<string, string>>;
}

const routes: readonly Route<(asked: Asked) => Reply | undefined>[] = [
  get("/storage/jobs/:file", readJobLog),
  get("/storage/runs/:run/:file", readRunLogs),
];

/**
 * Simulates the separate storage service that GitHub uses for logs. It accepts signed links, but no
 * credentials or sessions, and responds in XML.
 */
export function answerStorage(forge: Forge, request: Request): Reply {
  const { headers, path, query } = request;
  // Rejects requests with a token, because a client must not expose its token to the storage
  // service, a third party.
  if (headers["authorization"] !== undefined) return refuse(400, "InvalidAuthenticationInfo");
  if (!forge.logLinks.isGood(path, query)) return refuse(403, "AuthenticationFailed");
  const found = findRoute(routes, request);
  const reply = found?.handle({ ...request, forge, params: found.params });
  return reply ?? refuse(404, "BlobNotFound");
}

function readJobLog({ forge, params }: Asked): Reply | undefined {
  const id = Number.parseInt(params["file"] ?? "", 10);
  for (const run of allRuns(forge.world)) {
    const job = allJobs(run).find((each) => each.id === id);
    if (job) return isWritten(job) ? { status: 200, text: job.log, type: "text/plain" } : undefined;
  }
  return undefined;
}

function readRunLogs({ forge, params }: Asked): Reply | undefined {
  const id = Number(params["run"]);
  const run = allRuns(forge.world).find((each) => each.id === id);
  const attempt = run && attemptOf(run, Number.parseInt(params["file"] ?? "", 10));
  if (!attempt || attempt.status !== "completed" || !attempt.jobs.some(isWritten)) return undefined;
  const entries = attempt.jobs.filter(isWritten).flatMap((job, index) => jobEntries(job, index));
  return { status: 200, bytes: zipOf(entries), type: "application/zip" };
}

function allRuns({ repositories }: World): Run[] {
  return repositories.flatMap(({ runs }) => runs);
}

/**
 * Returns whether a log exists. A log becomes available when the job ends. A job that never started
 * does not have a log.
 */
function isWritten({ conclusion, log }: RunJob): boolean {
  return conclusion !== null && log !== "";
}

/** Returns the complete log of a job, followed by the log of each step. */
function jobEntries({ name, log, steps }: RunJob, index: number): ZipEntry[] {
  const folder = name.replaceAll("/", "");
  let start = 0;
  const ofSteps = steps.flatMap((step) => {
    const text = log.slice(start, step.logEnd ?? start);
    start = step.logEnd ?? start;
    const file = `${folder}/${step.number}_${step.name.replaceAll("/", "")}.txt`;
    return text === "" ? [] : [{ name: file, text }];
  });
  return [{ name: `${index}_${folder}.txt`, text: log }, ...ofSteps];
}

function refuse(status: number, code: string): Reply {
  const text = `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code></Error>`;
  return { status, text, type: "application/xml" };
}
