import { createHash, randomUUID } from "node:crypto";
import type { AppRole } from "../../credentials/apps/ceilings.ts";
import { findFile } from "../../forge/resources/contents.ts";
import { listJobs, readJobLog } from "../../forge/resources/runs.ts";
import { runWorkflow } from "../run-workflow.ts";
import type { FinishedRun, RunOptions } from "../run-workflow.ts";
import { writeControlFile } from "../scope/control-files.ts";
import {
  renderVerificationWorkflow,
  verificationFile,
  verificationPath,
  verificationTitle,
} from "./proof-workflow.ts";
import type { TokenReport, VerificationReport } from "./proof-workflow.ts";
import { readAppReport, readTokenReport } from "./read-report.ts";
import type { ReportSource } from "./read-report.ts";

export type ProvedToken = "pat" | "workflow-token";

/** What one run proved: a report for each credential whose job succeeded. */
export interface Verification {
  readonly runLink: string;
  readonly reports: Readonly<Partial<Record<AppRole, VerificationReport>>>;
  readonly tokens: Readonly<Partial<Record<ProvedToken, TokenReport>>>;
}

/** What to prove. Both Apps unless told; a PAT only by the name of its environment, and only where it is consented to. */
interface Wish {
  readonly credentials?: readonly (AppRole | ProvedToken)[];
  readonly environment?: string;
}

const limitMinutes = 10;

/**
 * Proves stored credentials by a workflow run in the control repository, the one place that can read them.
 * Writes the workflow there first, when it is missing or another version.
 * @throws ControlFileRefused, RunRefused, Incomplete
 */
export async function runVerification(options: RunOptions & Wish): Promise<Verification> {
  const { say, credentials = ["read", "write"], environment = "" } = options;
  say("Writing the verification workflow");
  await putWorkflow(options);
  say("Starting the run");
  const nonce = randomUUID();
  const run = await runWorkflow(options, {
    file: verificationFile,
    inputs: { nonce, credentials: credentials.join(" "), environment },
    limitMinutes,
    name: "The verification run",
    title: verificationTitle(nonce),
  });
  say("Reading what it found", run.link);
  return { runLink: run.link, ...(await readReports(options, run, nonce)) };
}

/** The digest of repositories that a report carries. */
export function digestRepositories(fullNames: readonly string[]): string {
  const names = fullNames.map((name) => name.toLowerCase()).toSorted();
  return createHash("sha256").update(names.join("\n")).digest("hex");
}

async function putWorkflow({ client, repository, signal }: RunOptions): Promise<void> {
  const { brand } = client.profile;
  const path = verificationPath(brand);
  const text = renderVerificationWorkflow(brand);
  const found = await findFile(client, repository, path, signal);
  if (found?.text === text) return;
  const message = "Add gatehouse's verification workflow";
  await writeControlFile(client, repository, { path, text, message, sha: found?.sha }, signal);
}

async function readReports(
  { client, repository, signal }: RunOptions,
  { id, link: runLink }: FinishedRun,
  nonce: string,
): Promise<Pick<Verification, "reports" | "tokens">> {
  const jobs = await listJobs(client, repository, { id, attempts: "latest", signal });
  const logs = new Map<string, string>();
  for (const { id: job, name, conclusion } of jobs.entries) {
    if (conclusion === "success") logs.set(name, await readJobLog(client, repository, job, signal));
  }
  const readAll = <Name extends string, Report>(
    names: readonly Name[],
    read: (log: string, source: ReportSource) => Report,
  ) =>
    Object.fromEntries(
      names.flatMap((job) => {
        const log = logs.get(job);
        return log === undefined ? [] : [[job, read(log, { nonce, job, runLink })]];
      }),
    ) as Partial<Record<Name, Report>>;
  return {
    reports: readAll(["read", "write"], readAppReport),
    tokens: readAll(["pat", "workflow-token"], readTokenReport),
  };
}
