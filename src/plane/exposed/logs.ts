import { listJobs, listRuns, readJobLog } from "../../forge/resources/runs.ts";
import type { Run } from "../../forge/resources/runs.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { noteCutShort, tryRead } from "./source.ts";
import type { NotSearched, Source } from "./source.ts";

export interface LogsRequest extends ControlSession {
  readonly since: Date;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/** Yields the log of every job, in all attempts of all runs since the given time. */
export async function* listLogs(
  request: LogsRequest,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const runs = await listRunsSince(request, notSearched);
  for (const [index, run] of runs.entries()) {
    request.report(`Logs of run ${index + 1} of ${runs.length}`);
    if (run.status === "completed") yield* listLogsOf(request, run, notSearched);
    else
      notSearched.push({
        where: `run ${run.id}`,
        reason: "it has not finished, so its logs are not available yet",
      });
  }
}

async function listRunsSince(
  { client, repository, since, signal }: LogsRequest,
  notSearched: NotSearched[],
): Promise<readonly Run[]> {
  const listed = await tryRead(notSearched, `the runs of ${repository.full}`, () =>
    listRuns(client, repository, { since, signal }),
  );
  if (!listed) return [];
  const { entries } = listed;
  noteCutShort(notSearched, `runs before ${entries.at(-1)?.createdAt ?? ""}`, listed);
  return entries.filter(({ createdAt }) => new Date(createdAt) >= since);
}

async function* listLogsOf(
  { client, repository, signal }: LogsRequest,
  run: Run,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const jobs = await tryRead(notSearched, `run ${run.id}`, () =>
    listJobs(client, repository, { id: run.id, attempts: "all", signal }),
  );
  if (jobs) noteCutShort(notSearched, `more jobs of run ${run.id}`, jobs);
  for (const { id, conclusion, link = run.link } of jobs?.entries ?? []) {
    // A skipped job never has a log.
    if (conclusion === "skipped") continue;
    const where = `job ${id} of run ${run.id}`;
    const text = await tryRead(notSearched, where, () =>
      readJobLog(client, repository, id, signal),
    );
    if (text === "") notSearched.push({ where, reason: "its log is empty" });
    else if (text !== undefined) yield { where, link, text };
  }
}
