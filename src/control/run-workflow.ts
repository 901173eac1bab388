import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { RestClient } from "../forge/client.ts";
import { Incomplete, UserError, exitCode } from "../shared/errors.ts";

export interface RunOptions {
  readonly profile: HostProfile;
  readonly rest: RestClient;
  readonly repository: RepositoryName;
  readonly signal: AbortSignal;
  readonly say: (line: string, link?: string) => void;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A workflow to start by hand. */
export interface WorkflowStart {
  /** The file's name within the folder of workflows. */
  readonly file: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly limitMinutes: number;
}

export interface FinishedRun {
  readonly id: number;
  readonly link: string;
  readonly conclusion: string;
}

/** The forge does not start the workflow. */
export class RunRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

interface RunFields {
  readonly id: number;
  readonly status: string;
  readonly conclusion: string | null;
  readonly html_url: string;
}

const pollMilliseconds = 2000;
const startAttempts = 5;

/**
 * Starts a workflow of the control repository on its default branch, and watches the run to its end.
 * @throws RunRefused, Incomplete when it has not ended in time
 */
export async function runWorkflow(options: RunOptions, start: WorkflowStart): Promise<FinishedRun> {
  options.say(`Starting ${start.file}`);
  const earlier = await listRuns(options, start);
  const newest = Math.max(0, ...earlier.map(({ id }) => id));
  const id = await dispatch(options, start);
  return watch(options, start, (runs) =>
    runs.find((run) => (id === undefined ? run.id > newest : run.id === id)),
  );
}

/** Answers the run's id, where the forge tells it. A file that was just written is not known everywhere at once. */
async function dispatch(
  { rest, repository, signal, pause }: RunOptions,
  { file, inputs }: WorkflowStart,
): Promise<number | undefined> {
  const path = `/repos/${repository.full}/actions/workflows/${file}/dispatches`;
  const about = await rest.request("GET", `/repos/${repository.full}`, { signal });
  const { default_branch: ref } = about.body as { default_branch: string };
  const post = (body: object) =>
    rest.request("POST", path, { signal, body: { ref, inputs, ...body }, accept: [404, 422] });
  for (let attempt = 1; ; attempt += 1) {
    let answer = await post({ return_run_details: true });
    // Older servers refuse the wish to be told of the run.
    if (answer.status === 422) answer = await post({});
    if (answer.status === 422) throw refusal(file, answer.body);
    if (answer.status !== 404)
      return (answer.body as { workflow_run_id?: number } | undefined)?.workflow_run_id;
    if (attempt === startAttempts)
      throw new RunRefused(`The forge does not know the workflow ${file} yet.`, [
        { say: "Run the same command again in a minute" },
      ]);
    await pause(pollMilliseconds, signal);
  }
}

function refusal(file: string, body: unknown): RunRefused {
  const { message } = Object(body) as { message?: unknown };
  const because = typeof message === "string" ? message : "it gives no reason";
  return new RunRefused(`The forge does not start ${file}: ${because}`, [
    { say: "See whether the workflow is enabled, and takes workflow_dispatch" },
  ]);
}

async function watch(
  options: RunOptions,
  start: WorkflowStart,
  findOurs: (newestLast: readonly RunFields[]) => RunFields | undefined,
): Promise<FinishedRun> {
  const { now, say, pause, signal } = options;
  const end = now().getTime() + start.limitMinutes * 60_000;
  for (;;) {
    const run = findOurs(await listRuns(options, start));
    if (run?.status === "completed") {
      return { id: run.id, link: run.html_url, conclusion: run.conclusion ?? "unknown" };
    }
    if (run) say(describe(run), run.html_url);
    if (now().getTime() >= end) throw unfinished(options, start, run);
    await pause(pollMilliseconds, signal);
  }
}

function describe({ status }: RunFields): string {
  return status === "waiting"
    ? "The run waits for somebody to approve it, on its page"
    : `The run is ${status.replaceAll("_", " ")}`;
}

/** The latest runs that were started by hand, oldest first. */
async function listRuns(
  { rest, repository, signal }: RunOptions,
  { file }: WorkflowStart,
): Promise<RunFields[]> {
  const path = `/repos/${repository.full}/actions/workflows/${file}/runs?event=workflow_dispatch&per_page=20`;
  const { status, body } = await rest.request("GET", path, { signal, accept: [404] });
  if (status === 404) return [];
  return (body as { workflow_runs: RunFields[] }).workflow_runs.toSorted((a, b) => a.id - b.id);
}

function unfinished(
  { profile, repository }: RunOptions,
  { file, limitMinutes }: WorkflowStart,
  run: RunFields | undefined,
): Incomplete {
  const what = run ? `did not end within` : "did not appear within";
  const link = run?.html_url ?? `${profile.webUrl}/${repository.full}/actions`;
  return new Incomplete(`The run of ${file} ${what} ${limitMinutes} minutes.`, [
    { say: "See whether it waits for a runner or an approval", link },
    { say: "Then run the same command again" },
  ]);
}
