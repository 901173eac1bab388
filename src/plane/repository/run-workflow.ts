import type { ForgeClient } from "../../forge/client.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { findRun } from "../../forge/resources/runs.ts";
import type { Run } from "../../forge/resources/runs.ts";
import { findLogin } from "../../forge/resources/users.ts";
import { dispatchWorkflow, listDispatchedRuns } from "../../forge/resources/workflows.ts";
import type { DispatchedRun, WorkflowLocation } from "../../forge/resources/workflows.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import type { ControlMemory } from "./repository-cache.ts";
import type { ControlSession } from "./control-session.ts";

/** The state of a run, the last event, and the run's page. */
export interface RunNews {
  readonly line: string;
  readonly seen?: string;
  readonly link?: string;
  /** Whether the run has ended and its report is being read. */
  readonly isOver?: true;
}

export type ReportRun = (news: RunNews) => void;

export interface RunOptions extends ControlSession {
  /** Data that the same command has already read. */
  readonly memory?: Pick<ControlMemory, "files" | "seen"> | undefined;
  readonly signal: AbortSignal;
  readonly report: ReportRun;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A run that the forge identified when the workflow was dispatched. */
export interface StartedRun {
  readonly id: number;
  readonly link: string;
}

/** The state of a run when it was inspected. */
export type SeenRun = Pick<Run, "id" | "link" | "status" | "conclusion">;

export interface WorkflowStart {
  /** File name in the workflows directory. */
  readonly file: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly limitMinutes: number;
  /** Name of the run in messages: "The run of review.yml". */
  readonly name: string;
  /** Unique title of this run, if the workflow sets one. It distinguishes the run from others. */
  readonly title?: string;
  /** Finds a run whose ID is known (default: reads the run itself). */
  readonly find?: (run: StartedRun) => Promise<SeenRun | undefined>;
}

export interface FinishedRun {
  readonly id: number;
  readonly link: string;
  readonly conclusion: string;
}

/** The forge rejected the dispatch of the workflow. */
export class RunRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

const pollMilliseconds = 2000;
const startAttempts = 5;

/**
 * Dispatches a workflow on the default branch of the control repository, and waits for the run to
 * end. The run is identified by its ID if the forge returns one. Otherwise it is identified by its
 * unique title and its actor, or as the first newer run of the current account.
 *
 * @throws RunRefused, or Incomplete after the timeout
 */
export async function runWorkflow(options: RunOptions, start: WorkflowStart): Promise<FinishedRun> {
  const { find, reported } = await startRun(options, start);
  const { now, report, pause, signal } = options;
  const end = now().getTime() + start.limitMinutes * 60_000;
  let before = reported;
  // Waits first, because a run never ends immediately after its start.
  if (reported) await pause(pollMilliseconds, signal);
  for (;;) {
    const run = await find();
    if (run?.status === "completed") {
      return { id: run.id, link: run.link, conclusion: run.conclusion ?? "unknown" };
    }
    if (run) report(reportRunState(run, before));
    before = run;
    if (now().getTime() >= end) throw unfinished(options, start, run);
    await pause(pollMilliseconds, signal);
  }
}

interface Begun {
  /** Finds the run; called each time that gatehouse checks the status of the run. */
  readonly find: () => Promise<SeenRun | undefined>;
  /**
   * Initial state of the run; undefined if the dispatch response did not identify the run and its
   * page.
   */
  readonly reported?: Pick<Run, "status">;
}

async function startRun(options: RunOptions, start: WorkflowStart): Promise<Begun> {
  const { client, repository, signal } = options;
  const { title } = start;
  const location = { repository, file: start.file, signal };
  const newest = title === undefined ? await findNewest(client, location) : 0;
  const begun = await dispatch(options, start);
  if (begun) {
    const { id, link } = begun;
    const find = () => findRun(client, repository, id, signal);
    if (link === undefined) return { find };
    const reported = { status: "queued", link };
    options.report(reportRunState(reported, undefined));
    const { find: findOtherwise } = start;
    return { find: findOtherwise ? () => findOtherwise({ id, link }) : find, reported };
  }
  // The title alone is not sufficient: anyone can read it and use it for another run.
  const login = (await findLogin(client, signal))?.toLowerCase();
  const isOurs = (run: Run) =>
    run.event === "workflow_dispatch" &&
    (login === undefined || run.actor?.toLowerCase() === login) &&
    run.id > newest &&
    (title === undefined || run.title === title);
  return {
    find: async () => {
      const runs = await listDispatchedRuns(client, location);
      return runs.toSorted((one, other) => one.id - other.id).find(isOurs);
    },
  };
}

/**
 * Returns the highest ID rather than the first in the list. The list contains only the latest runs,
 * so an older run reappears in it after a deletion.
 */
async function findNewest(client: ForgeClient, location: WorkflowLocation): Promise<number> {
  return Math.max(0, ...(await listDispatchedRuns(client, location)).map(({ id }) => id));
}

/**
 * Dispatches the workflow and returns the run if the forge identifies it. Retries because a new
 * file is sometimes not visible immediately.
 */
async function dispatch(
  { client, repository, signal, pause, memory }: RunOptions,
  { file, inputs }: WorkflowStart,
): Promise<DispatchedRun | undefined> {
  const reported = (await memory?.seen())?.defaultBranch;
  const ref = reported ?? (await readDefaultBranch(client, repository, signal));
  for (let attempt = 1; ; attempt += 1) {
    const taken = await dispatchWorkflow(client, { repository, file, signal }, { ref, inputs });
    if (taken.isTaken) return taken.run;
    if (taken.reason === "refused") throw refusal(file, taken.message);
    if (attempt === startAttempts)
      throw new RunRefused(`The workflow ${file} is not available yet.`, [
        { text: "Run the same command again in a minute" },
      ]);
    await pause(pollMilliseconds, signal);
  }
}

function refusal(file: string, message: string): RunRefused {
  return new RunRefused(`Could not start ${file}: ${message}`, [
    { text: "Check that the workflow is enabled and has a workflow_dispatch trigger" },
  ]);
}

function reportRunState(
  { status, link }: Pick<Run, "status" | "link">,
  before: Pick<Run, "status"> | undefined,
): RunNews {
  const line =
    status === "waiting"
      ? "the run waits for approval on its page"
      : `the run is ${status.replaceAll("_", " ")}`;
  if (!before) return { line, link, seen: "run started" };
  const isTaken = status === "in_progress" && before.status !== status;
  return { line, link, ...(isTaken && { seen: "a runner picked up the run" }) };
}

function unfinished(
  { client, repository }: RunOptions,
  { name, limitMinutes }: WorkflowStart,
  run: SeenRun | undefined,
): Incomplete {
  const what = run
    ? `${name} did not finish within ${limitMinutes} minutes; its status is ${run.status.replaceAll("_", " ")}.`
    : `${name} did not appear within ${limitMinutes} minutes.`;
  const link = run?.link ?? `${client.profile.webUrl}/${repository.full}/actions`;
  return new Incomplete(what, [
    { text: "Check whether the run is waiting for a runner or an approval", link },
    { text: "Then run the same command again" },
  ]);
}
