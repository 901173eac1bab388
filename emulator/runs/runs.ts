import type { WorkflowReport } from "../runner.ts";
import type { EnteringJob, GroupRequest, Turn } from "../runner/concurrency.ts";
import type { RunTrigger } from "../runner/run-scope.ts";
import type { RunScript } from "../runner/run-script.ts";
import { WorkflowRefused } from "../runner/yaml-reader.ts";
import { beginAttempt } from "../state/attempts.ts";
import { addCache, findCache } from "../state/caches.ts";
import { fullName } from "../state/find.ts";
import { filesAt } from "../state/git-objects.ts";
import { addEnvironment } from "../state/new-environment.ts";
import type { Repository, Run, Workflow } from "../state/repository.ts";
import type { RunEvent } from "../state/run-ref.ts";
import { makeToken } from "../state/secret-words.ts";
import type { Store } from "../state/store.ts";
import { inOneHour, timestamp } from "../state/timestamp.ts";
import { nextId } from "../state/world.ts";
import { createGate, type Gate } from "./run-gate.ts";
import { createConcurrencyGroups, type ConcurrencyGroups } from "./concurrency-groups.ts";
import { endRun, noteInLine, noteStep, noteTurn } from "./run-record.ts";
import { findEnvironment, openEnvironment, openSecrets, readVariables } from "./run-secrets.ts";
import { workflowTokenPermissions } from "./workflow-token.ts";

interface RunRequest {
  repository: Repository;
  workflow: Workflow;
  yaml: string;
  inputs: Record<string, unknown>;
  actor: string;
  trigger: Trigger;
}

/** The event that triggered a run, and the run's commit. */
interface Trigger extends Omit<RunTrigger, "path"> {
  readonly event: RunEvent;
}

/** The workflow runs of this forge, which are real processes on this machine. */
export interface Runs {
  start(request: RunRequest): Promise<Run>;
  /** Reruns a completed run as its next attempt. */
  restart(run: Run, request: RunRequest): void;
  cancel(run: Run): void;
  /** Approves or rejects deployments. Returns an empty list if the user cannot review any. */
  review: Gate["review"];
  /** Stops all active runs and waits for them. */
  close(): Promise<void>;
}

export interface RunsOptions {
  store: Store;
  now: () => Date;
  apiUrl: string;
  runScript: RunScript | undefined;
  /** Waits for the duration of an environment's wait timer. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export function createRuns(options: RunsOptions): Runs {
  const gate = createGate(options);
  const groups = createConcurrencyGroups();
  const active = new Map<number, { stop: AbortController; ended: Promise<void> }>();
  const begin = (run: Run, request: RunRequest) => {
    const stop = new AbortController();
    const ended = execute(options, { ...request, run, gate, groups, stop }).finally(() => {
      // The next attempt may have started in the meantime.
      if (active.get(run.id)?.stop === stop) active.delete(run.id);
    });
    active.set(run.id, { stop, ended });
  };
  return {
    async start(request) {
      const run = addRun(options, request, await titleOf(options, request));
      begin(run, request);
      return run;
    },
    restart(run, request) {
      options.store.change(() => beginAttempt(run, timestamp(options.now())));
      begin(run, request);
    },
    cancel: (run) => active.get(run.id)?.stop.abort(),
    review: (repository, run, review) => gate.review(repository, run, review),
    async close() {
      for (const { stop } of active.values()) stop.abort();
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

/**
 * Returns the title of a run. An invalid file still creates a run with the name of its workflow.
 * The run's log contains the error.
 */
async function titleOf({ apiUrl, store }: RunsOptions, request: RunRequest): Promise<string> {
  const { repository, workflow, yaml, inputs } = request;
  const { nameRun } = await import("../runner.ts");
  const variables = readVariables(store.world, repository);
  const trigger = { ...request.trigger, path: workflow.path };
  const run = {
    workflow: yaml,
    inputs,
    variables,
    apiUrl,
    trigger,
    repository: fullName(repository),
  };
  return nameRun(run).catch((error: unknown) => {
    if (error instanceof WorkflowRefused) return workflow.name;
    throw error;
  });
}

function addRun({ store, now }: RunsOptions, request: RunRequest, title: string): Run {
  const { repository, workflow, actor, yaml, inputs, trigger } = request;
  return store.change((world) => {
    const at = timestamp(now());
    const run: Run = {
      id: nextId(world),
      number: repository.runs.length + 1,
      workflowId: workflow.id,
      title,
      actor,
      ...(trigger.event === "push" && { event: trigger.event }),
      ref: trigger.ref,
      headSha: trigger.sha,
      status: "queued",
      conclusion: null,
      jobs: [],
      createdAt: at,
      startedAt: at,
      updatedAt: at,
      source: { yaml, inputs },
    };
    repository.runs.push(run);
    return run;
  });
}

type Execution = RunRequest & {
  run: Run;
  gate: Gate;
  groups: ConcurrencyGroups;
  stop: AbortController;
};

async function execute(options: RunsOptions, execution: Execution): Promise<void> {
  const { store, now } = options;
  const { run, stop } = execution;
  const turns: Turn[] = [];
  const report = await runIt(options, execution, turns).catch((error: unknown) =>
    reportFailure(execution, error),
  );
  const conclusion = stop.signal.aborted ? "cancelled" : report.conclusion;
  store.change((world) => endRun(world, run, { report: { ...report, conclusion }, now: now() }));
  // Leaves the groups only now, so that the next member starts after this run has ended.
  for (const turn of turns) if ("leave" in turn) turn.leave();
}

async function runIt(
  options: RunsOptions,
  execution: Execution,
  turns: Turn[],
): Promise<WorkflowReport> {
  const { store, now, apiUrl, runScript } = options;
  const { repository, run, workflow, yaml, inputs, trigger, stop } = execution;
  // Loaded when the first run starts, because most sessions do not run workflows.
  const { runWorkflow } = await import("../runner.ts");
  const { words, token } = await makeRunToken(options, execution);
  try {
    return await runWorkflow({
      workflow: yaml,
      inputs,
      secrets: () => openSecrets(store.world, repository),
      enterEnvironment: (name, job, signal) =>
        enterEnvironment(options, execution, { name, job, signal }),
      enterGroup: async (request, job) => {
        const turn = await enterGroup(options, execution, { request, job });
        if (!job) turns.push(turn);
        return turn;
      },
      onStart: () => store.change(() => begin(run, now())),
      variables: readVariables(store.world, repository),
      files: () =>
        new Map(
          (filesAt(repository, trigger.ref) ?? repository.files).map(({ path, content }) => [
            path,
            Buffer.from(content, "base64"),
          ]),
        ),
      caches: {
        find: (wanted) => findCache(repository, wanted),
        add: (saved) => store.change(() => addCache(repository, saved)),
      },
      trigger: { ...trigger, path: workflow.path },
      repository: fullName(repository),
      apiUrl,
      forgeToken: words.reveal(),
      onStep: (update) => store.change((world) => noteStep(world, run, update)),
      signal: stop.signal,
      runId: String(run.id),
      clock: now,
      runScript,
    });
  } finally {
    store.change((world) => {
      world.tokens = world.tokens.filter((each) => each !== token);
    });
  }
}

/**
 * Waits for the environment, then reads its secrets. A missing environment is created without
 * protection.
 * @see [doc] actions/reference/workflows-and-actions/deployments-and-environments
 */
async function enterEnvironment(
  { store, now }: RunsOptions,
  { repository, run, gate }: Execution,
  { name, job, signal }: { name: string; job: string; signal: AbortSignal },
) {
  const environment =
    findEnvironment(repository, name) ??
    store.change((world) => addEnvironment(world, repository, { name, now: now() }));
  await gate.enter({ repository, run, environment, job, signal });
  return openEnvironment(store.world, repository, name);
}

function begin(run: Run, now: Date): void {
  Object.assign(run, { status: "in_progress", startedAt: timestamp(now) });
}

/** Waits until it is the turn of the run, or of one of its jobs, in a concurrency group. */
async function enterGroup(
  { store }: RunsOptions,
  { repository, run, groups, stop }: Execution,
  { request, job }: { request: GroupRequest; job: EnteringJob | undefined },
): Promise<Turn> {
  const turn = await groups.enter({
    ...request,
    repositoryId: repository.id,
    runId: run.id,
    name: job?.name ?? "top level workflow",
    signal: job?.signal ?? stop.signal,
    cancel: () => (job ? job.cancel() : stop.abort()),
    onWait: () => store.change((world) => noteInLine(world, run, job?.name)),
  });
  store.change(() => noteTurn(run, job?.name));
  return turn;
}

/**
 * Creates the run's own token, limited to its repository and the permissions in the workflow file.
 */
async function makeRunToken({ store, now }: RunsOptions, { repository, yaml }: Execution) {
  const permissions = workflowTokenPermissions(yaml);
  return store.change((world) =>
    makeToken(world, {
      kind: "workflow",
      name: fullName(repository),
      permissions,
      repositoryIds: [repository.id],
      createdAt: timestamp(now()),
      expiresAt: inOneHour(now()),
    }),
  );
}

function reportFailure({ workflow }: Execution, error: unknown): WorkflowReport {
  const log = error instanceof Error ? error.message : String(error);
  const job = {
    name: workflow.name,
    conclusion: "failure",
    steps: [],
    log,
    summary: "",
    outputs: {},
  } as const;
  return { conclusion: "failure", jobs: [job], artifacts: new Map() };
}
