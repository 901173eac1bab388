import type { ForgeClient } from "../../forge/client.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { findRun } from "../../forge/resources/runs.ts";
import type { Run } from "../../forge/resources/runs.ts";
import { findLogin } from "../../forge/resources/users.ts";
import { dispatchWorkflow, listDispatchedRuns } from "../../forge/resources/workflows.ts";
import type { DispatchedRun, WorkflowPlace } from "../../forge/resources/workflows.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import type { ControlMemory } from "./repository-cache.ts";
import type { ControlSession } from "./control-session.ts";

/** What happens with a run now, what was seen of it before that, and where it is to be seen. */
export interface RunNews {
  readonly line: string;
  readonly seen?: string;
  readonly link?: string;
  /** The run has ended, and what it told is looked at. */
  readonly isOver?: true;
}

export type ReportRun = (news: RunNews) => void;

export interface RunOptions extends ControlSession {
  /** What the same run of a command has read before. */
  readonly memory?: Pick<ControlMemory, "files" | "seen"> | undefined;
  readonly signal: AbortSignal;
  readonly say: ReportRun;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A run that the forge told of as it started it. */
export interface StartedRun {
  readonly id: number;
  readonly link: string;
}

/** What a look at a run tells. */
export type SeenRun = Pick<Run, "id" | "link" | "status" | "conclusion">;

/** A workflow to start by hand. */
export interface WorkflowStart {
  /** The file's name within the folder of workflows. */
  readonly file: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly limitMinutes: number;
  /** What people call the run: "The run of review.yml". */
  readonly name: string;
  /** The title that this run alone has, where the workflow gives it one: it tells the run from others. */
  readonly title?: string;
  /** Looks at a run whose number is known; the run itself is looked at unless told. */
  readonly find?: (run: StartedRun) => Promise<SeenRun | undefined>;
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

const pollMilliseconds = 2000;
const startAttempts = 5;

/**
 * Starts a workflow of the control repository on its default branch, and watches the run to its end. The run is known
 * by its number where the forge tells it; by its own title and who started it, where the workflow gives it one; and
 * else as the first one of whoever is signed in that is newer than all before.
 * @throws RunRefused, Incomplete when it has not ended in time
 */
export async function runWorkflow(options: RunOptions, start: WorkflowStart): Promise<FinishedRun> {
  const { find, told } = await startRun(options, start);
  const { now, say, pause, signal } = options;
  const end = now().getTime() + start.limitMinutes * 60_000;
  let before = told;
  // No run is over when it begins.
  if (told) await pause(pollMilliseconds, signal);
  for (;;) {
    const run = await find();
    if (run?.status === "completed") {
      return { id: run.id, link: run.link, conclusion: run.conclusion ?? "unknown" };
    }
    if (run) say(reportRunState(run, before));
    before = run;
    if (now().getTime() >= end) throw unfinished(options, start, run);
    await pause(pollMilliseconds, signal);
  }
}

interface Begun {
  /** How the run is found from now on. */
  readonly find: () => Promise<SeenRun | undefined>;
  /** As it was told, where the forge told of it and its page. */
  readonly told?: Pick<Run, "status">;
}

async function startRun(options: RunOptions, start: WorkflowStart): Promise<Begun> {
  const { client, repository, signal } = options;
  const { title } = start;
  const place = { repository, file: start.file, signal };
  const newest = title === undefined ? await findNewest(client, place) : 0;
  const begun = await dispatch(options, start);
  if (begun) {
    const { id, link } = begun;
    const find = () => findRun(client, repository, id, signal);
    if (link === undefined) return { find };
    const told = { status: "queued", link };
    options.say(reportRunState(told, undefined));
    const { find: findOtherwise } = start;
    return { find: findOtherwise ? () => findOtherwise({ id, link }) : find, told };
  }
  // A run's title is for everybody to read, and to write on a run of their own.
  const login = (await findLogin(client, signal))?.toLowerCase();
  const isOurs = (run: Run) =>
    run.event === "workflow_dispatch" &&
    (login === undefined || run.actor?.toLowerCase() === login) &&
    run.id > newest &&
    (title === undefined || run.title === title);
  return {
    find: async () => {
      const runs = await listDispatchedRuns(client, place);
      return runs.toSorted((one, other) => one.id - other.id).find(isOurs);
    },
  };
}

/** The list holds the latest only: where one of them is deleted, an older one comes in. */
async function findNewest(client: ForgeClient, place: WorkflowPlace): Promise<number> {
  return Math.max(0, ...(await listDispatchedRuns(client, place)).map(({ id }) => id));
}

/** Answers the run, where the forge tells of it. A file that was just written is not known everywhere at once. */
async function dispatch(
  { client, repository, signal, pause, memory }: RunOptions,
  { file, inputs }: WorkflowStart,
): Promise<DispatchedRun | undefined> {
  const told = (await memory?.seen())?.defaultBranch;
  const ref = told ?? (await readDefaultBranch(client, repository, signal));
  for (let attempt = 1; ; attempt += 1) {
    const taken = await dispatchWorkflow(client, { repository, file, signal }, { ref, inputs });
    if (taken.isTaken) return taken.run;
    if (taken.because === "refused") throw refusal(file, taken.message);
    if (attempt === startAttempts)
      throw new RunRefused(`The forge does not know the workflow ${file} yet.`, [
        { say: "Run the same command again in a minute" },
      ]);
    await pause(pollMilliseconds, signal);
  }
}

function refusal(file: string, message: string): RunRefused {
  return new RunRefused(`The forge does not start ${file}: ${message}`, [
    { say: "See whether the workflow is enabled, and takes workflow_dispatch" },
  ]);
}

function reportRunState(
  { status, link }: Pick<Run, "status" | "link">,
  before: Pick<Run, "status"> | undefined,
): RunNews {
  const line =
    status === "waiting"
      ? "the run waits for somebody to approve it, on its page"
      : `the run is ${status.replaceAll("_", " ")}`;
  if (!before) return { line, link, seen: "the forge started a run" };
  const isTaken = status === "in_progress" && before.status !== status;
  return { line, link, ...(isTaken && { seen: "a runner took it" }) };
}

function unfinished(
  { client, repository }: RunOptions,
  { name, limitMinutes }: WorkflowStart,
  run: SeenRun | undefined,
): Incomplete {
  const what = run
    ? `${name} did not end within ${limitMinutes} minutes: it is ${run.status.replaceAll("_", " ")}.`
    : `${name} did not appear within ${limitMinutes} minutes.`;
  const link = run?.link ?? `${client.profile.webUrl}/${repository.full}/actions`;
  return new Incomplete(what, [
    { say: "See whether it waits for a runner or an approval", link },
    { say: "Then run the same command again" },
  ]);
}
