import { createHash, randomUUID } from "node:crypto";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appCredentials } from "../../credentials/credential.ts";
import type { Credential } from "../../credentials/credential.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findFile } from "../../forge/resources/contents.ts";
import { readJobLog } from "../../forge/resources/runs.ts";
import type { Job } from "../../forge/resources/runs.ts";
import { runWorkflow } from "../repository/run-workflow.ts";
import type { FinishedRun, RunOptions } from "../repository/run-workflow.ts";
import { writeControlFile } from "../scope/control-files.ts";
import { followJobs } from "./follow-jobs.ts";
import { renderProofWorkflow, proofFile, proofPath, proofTitle } from "./proof-workflow.ts";
import type { TokenReport, AppReport } from "./proof-workflow.ts";
import { readAppReport, readGoneApp, readTokenReport, readUninstalledApp } from "./read-report.ts";
import type { ReportSource } from "./read-report.ts";

/** The result of one run: a report for each credential whose job succeeded. */
export interface Proof {
  readonly runLink: string;
  readonly reports: Readonly<Partial<Record<AppRole, AppReport>>>;
  readonly tokens: Readonly<Partial<Record<"pat" | "workflow-token", TokenReport>>>;
  /** Client IDs of deleted Apps: GitHub returned 404 twice for a request with the App's own key. */
  readonly gone?: Readonly<Partial<Record<AppRole, string>>>;
  /** Client IDs of Apps that exist, but are not installed on the control repository. */
  readonly uninstalled?: Readonly<Partial<Record<AppRole, string>>>;
}

/**
 * The credentials to verify (default: both Apps). A PAT requires consent and the name of its
 * environment.
 */
interface ProofRequest {
  readonly credentials?: readonly Credential[];
  readonly environment?: string;
}

const limitMinutes = 10;
const mostLogReads = 5;
const logPauseMilliseconds = 2000;

/**
 * Verifies stored credentials with a workflow run in the control repository, because only a run can
 * read them. First writes the workflow if it is missing or outdated.
 *
 * @throws ControlFileRefused, RunRefused, Incomplete
 */
export async function runProof(options: RunOptions & ProofRequest): Promise<Proof> {
  const { report, credentials = appCredentials, environment = "" } = options;
  report({ line: "writing the proof workflow" });
  await putWorkflow(options);
  report({ line: "starting the run", seen: "the proof workflow is in place" });
  const nonce = randomUUID();
  const jobs = followJobs(options, credentials);
  const run = await runWorkflow(options, {
    file: proofFile,
    inputs: { nonce, jobs: credentials.join(" "), environment },
    limitMinutes,
    name: "The proof run",
    title: proofTitle(nonce),
    find: jobs.find,
  });
  // The run also fails if only one credential is faulty, so its result is ignored and each job's
  // report is read.
  report({ line: "reading the report", seen: "the run ended", link: run.link, isOver: true });
  const ended = { ...run, jobs: await jobs.read(run.id) };
  return { runLink: run.link, ...(await readReports(options, ended, nonce)) };
}

/** Returns the digest of a list of repositories, as it appears in reports. */
export function digestRepositories(fullNames: readonly string[]): string {
  const names = fullNames.map((name) => name.toLowerCase()).toSorted();
  return createHash("sha256").update(names.join("\n")).digest("hex");
}

async function putWorkflow({ client, repository, signal, memory }: RunOptions): Promise<void> {
  const { brand } = client.profile;
  const path = proofPath(brand);
  const text = renderProofWorkflow(brand);
  const found = memory
    ? await memory.files.read(path, signal)
    : await findFile(client, repository, path, signal);
  if (found?.text === text) return;
  const message = "Add gatehouse's proof workflow";
  const change = { path, content: text, message, sha: found?.sha };
  const sha = await writeControlFile(client, repository, change, signal);
  memory?.files.wrote(path, { text, sha });
}

async function readReports(
  options: RunOptions,
  { link: runLink, jobs }: Pick<FinishedRun, "link"> & { readonly jobs: readonly Job[] },
  nonce: string,
): Promise<Omit<Proof, "runLink">> {
  const logs = new Map<string, string>();
  const failed = new Map<string, string>();
  for (const job of jobs) {
    const { name, conclusion } = job;
    if (conclusion === "success") logs.set(name, await readLog(options, job));
    // Best effort: the log only adds details to a failure that is already known.
    else if (conclusion === "failure")
      failed.set(name, await readLog(options, job).catch(passRefused));
  }
  const read = <Report>(
    job: Credential,
    readReport: (log: string, source: ReportSource) => Report,
  ): Report | undefined => {
    const log = logs.get(job);
    return log === undefined ? undefined : readReport(log, { nonce, job, runLink });
  };
  const goneBy = (job: Credential) => readGoneApp(failed.get(job) ?? "", nonce);
  const uninstalledBy = (job: Credential) => readUninstalledApp(failed.get(job) ?? "", nonce);
  return {
    gone: present({ read: goneBy("read-app"), write: goneBy("write-app") }),
    uninstalled: present({ read: uninstalledBy("read-app"), write: uninstalledBy("write-app") }),
    reports: present({
      read: read("read-app", readAppReport),
      write: read("write-app", readAppReport),
    }),
    tokens: present({
      pat: read("pat", readTokenReport),
      "workflow-token": read("workflow-token", readTokenReport),
    }),
  };
}

/**
 * Reads a job's log, which may appear a moment after the job has ended. A job without steps never
 * has a log.
 */
async function readLog(
  { client, repository, pause, signal }: RunOptions,
  { id, steps }: Job,
): Promise<string> {
  const checks = steps.length === 0 ? 1 : mostLogReads;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readJobLog(client, repository, id, signal);
    } catch (error) {
      if (attempt === checks || !isRefused(error, 404)) throw error;
    }
    await pause(logPauseMilliseconds, signal);
  }
}

/** @returns an empty log if the API rejects the request */
function passRefused(error: unknown): string {
  if (isRefused(error, 403, 404, 410)) return "";
  throw error;
}

/** Omits undefined entries. */
function present<Name extends string, Report>(
  found: Readonly<Record<Name, Report | undefined>>,
): Partial<Record<Name, Report>> {
  const entries = Object.entries(found).filter(([, report]) => report !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, Report>>;
}
