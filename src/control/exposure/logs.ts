import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { tryRead } from "./source.ts";
import type { NotSearched, Source } from "./source.ts";

export interface LogsWish {
  readonly rest: RestClient;
  readonly repository: RepositoryName;
  readonly since: Date;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

interface Run {
  readonly id: number;
  readonly status: string;
  readonly created_at: string;
  readonly html_url: string;
}

interface Job {
  readonly id: number;
  readonly conclusion: string | null;
  readonly html_url: string | null;
}

/** The forge lists the newest thousand of a filtered list, and tells no more. */
const mostRuns = 1000;

/** The log of each job of each attempt of each run since then. */
export async function* listLogs(
  wish: LogsWish,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const { repository } = wish;
  const runs =
    (await tryRead(notSearched, `the runs of ${repository.full}`, () => listRuns(wish))) ?? [];
  if (runs.length >= mostRuns) {
    const because = `the forge lists ${mostRuns} runs at most; there may be older ones`;
    notSearched.push({ where: `runs before ${runs.at(-1)?.created_at ?? ""}`, because });
  }
  for (const [index, run] of runs.entries()) {
    wish.say(`Logs of run ${index + 1} of ${runs.length}`);
    if (run.status === "completed") yield* listLogsOf(wish, run, notSearched);
    else
      notSearched.push({ where: `run ${run.id}`, because: "it has not ended; its logs come then" });
  }
}

async function* listLogsOf(
  { rest, repository, signal }: LogsWish,
  run: Run,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const actions = `/repos/${repository.full}/actions`;
  const jobs = await tryRead(notSearched, `run ${run.id}`, async () => {
    const path = `${actions}/runs/${run.id}/jobs?filter=all&per_page=100`;
    return ((await rest.request("GET", path, { signal })).body as { jobs: Job[] }).jobs;
  });
  for (const { id, conclusion, html_url } of jobs ?? []) {
    // A job that was skipped never had a log.
    if (conclusion === "skipped") continue;
    const where = `job ${id} of run ${run.id}`;
    const text = await tryRead(notSearched, where, async () => {
      const { body } = await rest.request("GET", `${actions}/jobs/${id}/logs`, { signal });
      return typeof body === "string" ? body : "";
    });
    if (text === "") notSearched.push({ where, because: "its log is empty" });
    else if (text !== undefined) yield { where, link: html_url ?? run.html_url, text };
  }
}

async function listRuns({ rest, repository, since, signal }: LogsWish): Promise<Run[]> {
  const found: Run[] = [];
  const created = encodeURIComponent(`>=${since.toISOString()}`);
  for (let page = 1; ; page += 1) {
    const path = `/repos/${repository.full}/actions/runs?created=${created}&per_page=100&page=${page}`;
    const { body } = await rest.request("GET", path, { signal });
    const { workflow_runs: runs } = body as { workflow_runs: Run[] };
    found.push(...runs.filter(({ created_at }) => new Date(created_at) >= since));
    if (runs.length < 100 || found.length >= mostRuns) return found;
  }
}
