import { listDispatchedRuns } from "../../forge/resources/workflows.ts";
import type { Run } from "../../forge/resources/runs.ts";
import { Incomplete } from "../../shared/errors.ts";
import { count } from "../../shared/count.ts";
import { runWorkflow } from "./run-workflow.ts";
import type { RunOptions, SeenRun } from "./run-workflow.ts";

/** File names of an orchestrator and of the worker that it starts. */
export interface OrchestratorFiles {
  readonly orchestrator: string;
  readonly worker: string;
}

const limitMinutes = 10;
const pollMilliseconds = 2000;

/**
 * Runs an orchestrator, and waits until the runs of its worker have ended.
 * @throws RunRefused, or Incomplete if a run fails, does not end in time, or starts no worker
 */
export async function runOrchestrator(
  options: RunOptions,
  { orchestrator, worker }: OrchestratorFiles,
): Promise<void> {
  const { report, now, pause, signal } = options;
  const name = `The run of ${orchestrator}`;
  const run = await runWorkflow(options, { file: orchestrator, inputs: {}, limitMinutes, name });
  requireSuccess(orchestrator, run);
  const end = now().getTime() + limitMinutes * 60_000;
  let seen: string | undefined = "the orchestrator's run ended";
  for (;;) {
    const workers = await listWorkers(options, { worker, after: run.id });
    const open = workers.filter(({ status }) => status !== "completed");
    if (open.length === 0) return workers.forEach((each) => requireSuccess(worker, each));
    if (now().getTime() >= end) throw unfinished(worker, open);
    report({
      line: `waiting for ${count(open.length, "run")} of ${worker}`,
      ...(seen && { seen }),
    });
    seen = undefined;
    await pause(pollMilliseconds, signal);
  }
}

/** Returns the runs that the orchestrator started. They exist as soon as its run has ended. */
async function listWorkers(
  { client, repository, signal }: RunOptions,
  { worker, after }: { readonly worker: string; readonly after: number },
): Promise<readonly Run[]> {
  const all = await listDispatchedRuns(client, { repository, file: worker, signal });
  const ours = all.filter(({ id }) => id > after);
  if (ours.length > 0) return ours;
  throw new Incomplete(`The orchestrator did not start ${worker}: no target is complete.`, [
    { text: "Check which targets the read credential can read" },
  ]);
}

function requireSuccess(file: string, { conclusion, link }: Pick<SeenRun, "conclusion" | "link">) {
  if (conclusion === "success") return;
  const what = `The run of ${file} ended with the result "${conclusion ?? "unknown"}".`;
  throw new Incomplete(what, [{ text: "See the run", link }]);
}

function unfinished(file: string, [run]: readonly Run[]): Incomplete {
  const what = `A run of ${file} did not finish within ${limitMinutes} minutes.`;
  return new Incomplete(what, run ? [{ text: "See the run", link: run.link }] : []);
}
