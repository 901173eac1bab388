import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { parse } from "yaml";
import { evaluate } from "./condition.ts";
import { JobVariables } from "./job-variables.ts";
import { readLoggingCommand } from "./logging-command.ts";
import { runScript } from "./run-script.ts";
import { variablesOf, type YamlJob, type YamlStep } from "./yaml-job.ts";

type Result = "Succeeded" | "SucceededWithIssues" | "Failed" | "Skipped" | "Canceled";

interface StepRun {
  readonly name: string;
  readonly result: Result;
  /** The step's log, with masked secrets. */
  readonly log: string;
}

export interface JobRun {
  readonly id: string;
  readonly result: Result;
  readonly steps: readonly StepRun[];
  /** Output variables: `step.NAME` → value. */
  readonly outputs: ReadonlyMap<string, string>;
}

export interface PipelineRun {
  /** Root directory of a machine of the pool; each job has its own directory in it. */
  readonly folder: string;
  /** Directories of programs, which precede the machine's own. */
  readonly path: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Path of the repository that each checkout step copies. */
  readonly repository?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a person approves. */
  readonly approves?: boolean;
  /** Called with each step when its script starts. */
  readonly onStart?: (step: string, kill: () => void) => void;
  /** Called with each line that a script prints. */
  readonly onLine?: (line: string) => void;
  readonly only?: readonly string[];
  /**
   * Called with each job's time limit at its start, as written in the pipeline. `end` expires the
   * limit.
   */
  readonly onClock?: (clock: JobClock) => void;
}

export interface JobClock {
  readonly job: string;
  readonly minutes: number | undefined;
  readonly end: () => void;
}

/** Runs the jobs of a pipeline one after the other, as the service would. */
export async function runPipeline(text: string, run: PipelineRun): Promise<readonly JobRun[]> {
  const { jobs } = parse(text) as { jobs: readonly YamlJob[] };
  const ended = new Map<string, JobRun>();
  for (const job of jobs) {
    if (run.only && !run.only.includes(job.job)) continue;
    ended.set(job.job, await runJob(job, ended, run));
  }
  return [...ended.values()];
}

async function runJob(
  job: YamlJob,
  ended: ReadonlyMap<string, JobRun>,
  run: PipelineRun,
): Promise<JobRun> {
  const before = (job.dependsOn ?? []).flatMap((id) => ended.get(id) ?? []);
  const resolve = (path: string) => findDependency(path, ended);
  const scope = {
    succeeded: before.every(({ result }) => result.startsWith("Succeeded")),
    failed: before.some(({ result }) => result === "Failed"),
    canceled: false,
    resolve,
  };
  if (!evaluate(job.condition ?? "succeeded()", scope)) {
    return { id: job.job, result: "Skipped", steps: [], outputs: new Map() };
  }
  const machine = openMachine(job, run);
  for (const { name, value, readonly = false } of variablesOf(job)) {
    const [, expression] = /^\$\[(.*)\]$/.exec(value) ?? [];
    const found = expression === undefined ? value : (resolve(expression.trim()) ?? "");
    machine.variables.set(name, found, { isReadonly: readonly });
  }
  run.onClock?.({
    job: job.job,
    minutes: job.timeoutInMinutes,
    end: () => {
      machine.isOver = true;
      machine.kill?.();
    },
  });
  const steps: StepRun[] = [];
  let result: Result = "Succeeded";
  for (const step of job.steps) {
    const stepRun = await runStep(step, machine, { result, run });
    steps.push(stepRun);
    if (machine.isOver) result = "Canceled";
    else if (stepRun.result === "Failed") result = "Failed";
    else if (stepRun.result === "SucceededWithIssues" && result === "Succeeded") {
      result = "SucceededWithIssues";
    }
  }
  return { id: job.job, result, steps, outputs: machine.outputs };
}

function findDependency(path: string, ended: ReadonlyMap<string, JobRun>): string | undefined {
  const [, id = "", rest = ""] = /^dependencies\.(\w+)\.(.*)$/.exec(path) ?? [];
  const job = ended.get(id);
  if (rest === "result") return job?.result;
  const [, name = ""] = /^outputs\['(.*)'\]$/.exec(rest) ?? [];
  return job?.outputs.get(name);
}

interface JobMachine {
  readonly variables: JobVariables;
  readonly outputs: Map<string, string>;
  readonly path: string[];
  readonly work: string;
  readonly temp: string;
  readonly sources: string;
  /** Whether the time limit has expired. */
  isOver: boolean;
  /** Kills the running script. */
  kill: (() => void) | undefined;
}

function openMachine({ job }: YamlJob, run: PipelineRun): JobMachine {
  const work = join(run.folder, job);
  const [temp, sources] = [join(work, "_temp"), join(work, "1/s")];
  for (const folder of [temp, sources]) mkdirSync(folder, { recursive: true });
  const variables = new JobVariables();
  const own = {
    "Agent.TempDirectory": temp,
    "Agent.BuildDirectory": join(work, "1"),
    "Build.SourcesDirectory": sources,
    "Build.BuildId": "42",
    "System.DefaultWorkingDirectory": sources,
  };
  for (const [name, value] of Object.entries({ ...own, ...run.variables }))
    variables.set(name, value);
  for (const [name, value] of Object.entries(run.secrets ?? {})) {
    variables.set(name, value, { isSecret: true });
  }
  return {
    variables,
    outputs: new Map(),
    path: [...run.path],
    work,
    temp,
    sources,
    isOver: false,
    kill: undefined,
  };
}

async function runStep(
  step: YamlStep,
  machine: JobMachine,
  { result, run }: { readonly result: Result; readonly run: PipelineRun },
): Promise<StepRun> {
  const name = step.displayName ?? step.task ?? step.checkout ?? step.bash?.split("\n")[0] ?? "";
  const scope = {
    succeeded: result.startsWith("Succeeded"),
    failed: result === "Failed",
    canceled: machine.isOver,
    resolve: (path: string) => machine.variables.get(/^variables\['(.*)'\]$/.exec(path)?.[1] ?? ""),
  };
  if (!evaluate(step.condition ?? "succeeded()", scope))
    return { name, result: "Skipped", log: "" };
  const lines: string[] = [];
  const isGood = await act(step, machine, { run, name, onMessage: (line) => lines.push(line) });
  const log = machine.variables.mask(lines.join("\n"));
  if (isGood) return { name, result: "Succeeded", log };
  return { name, result: step.continueOnError ? "SucceededWithIssues" : "Failed", log };
}

interface Acting {
  readonly run: PipelineRun;
  readonly name: string;
  readonly onMessage: (line: string) => void;
}

async function act(step: YamlStep, machine: JobMachine, acting: Acting): Promise<boolean> {
  const { run } = acting;
  const expand = (text: string) => machine.variables.expand(text);
  if (step.checkout !== undefined) {
    if (step.checkout === "self" && run.repository) {
      cpSync(run.repository, machine.sources, { recursive: true });
    }
    return true;
  }
  if (step.publish !== undefined) {
    const path = expand(step.publish);
    if (!existsSync(path)) return false;
    cpSync(path, artifactLocation(run, expand(step.artifact ?? "")), { recursive: true });
    return true;
  }
  if (step.task?.startsWith("DownloadPipelineArtifact@")) {
    const location = artifactLocation(run, expand(step.inputs?.["artifactName"] ?? ""));
    if (!existsSync(location)) return false;
    cpSync(location, expand(step.inputs?.["targetPath"] ?? ""), { recursive: true });
    return true;
  }
  if (step.task?.startsWith("ManualValidation@")) return run.approves ?? false;
  const script = step.bash ?? step.script ?? step.inputs?.["inlineScript"];
  // Another task installs what this machine already has.
  if (script === undefined) return true;
  return actScript(step, script, { machine, acting });
}

function artifactLocation({ folder }: PipelineRun, name: string): string {
  return join(folder, "artifacts", name);
}

async function actScript(
  step: YamlStep,
  script: string,
  { machine, acting }: { readonly machine: JobMachine; readonly acting: Acting },
): Promise<boolean> {
  const { run, name, onMessage } = acting;
  const { variables } = machine;
  const given = Object.entries(step.env ?? {}).map(
    ([key, value]) => [key, variables.expand(String(value))] as const,
  );
  const usual = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"];
  const code = await runScript(
    {
      script: variables.expand(script),
      folder: step.workingDirectory ? variables.expand(step.workingDirectory) : machine.sources,
      env: {
        LANG: "C.UTF-8",
        HOME: join(machine.work, "home"),
        ...variables.environment(),
        ...run.env,
        ...Object.fromEntries(given),
        PATH: [...machine.path, ...usual].join(delimiter),
      },
      started: (kill) => {
        machine.kill = kill;
        run.onStart?.(name, kill);
      },
    },
    (line) => {
      obey(line, step, machine);
      onMessage(line);
      run.onLine?.(line);
    },
  );
  return code === 0;
}

function obey(line: string, { name }: YamlStep, { variables, outputs, path }: JobMachine): void {
  const command = readLoggingCommand(line);
  if (command?.name === "task.prependpath") path.unshift(command.text);
  if (command?.name !== "task.setvariable") return;
  const { variable = "", issecret, isoutput } = command.properties;
  variables.set(variable, command.text, { isSecret: issecret === "true" });
  if (isoutput === "true") outputs.set(`${name ?? ""}.${variable}`, command.text);
}
