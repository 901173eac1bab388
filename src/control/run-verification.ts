import { createHash, randomUUID } from "node:crypto";
import type { AppRole } from "../credentials/ceilings.ts";
import { RefusedByForge } from "../forge/forge-errors.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { RestClient } from "../forge/rest.ts";
import { UserError, exitCode } from "../shared/errors.ts";
import {
  renderVerificationWorkflow,
  reportMark,
  verificationFile,
  verificationPath,
  verificationTitle,
} from "./verification-workflow.ts";
import type { VerificationReport } from "./verification-workflow.ts";

/** What one run proved: a report for each App whose job succeeded. */
export interface Verification {
  readonly runLink: string;
  readonly reports: Readonly<Partial<Record<AppRole, VerificationReport>>>;
}

export interface VerificationOptions {
  readonly profile: HostProfile;
  readonly rest: RestClient;
  readonly repository: RepositoryName;
  readonly signal: AbortSignal;
  readonly say: (line: string, link?: string) => void;
}

/** The control repository does not take, or not run, the workflow. */
export class VerificationRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

interface Run {
  readonly id: number;
  readonly display_title?: string;
  readonly status: string;
  readonly html_url: string;
}

const pollMilliseconds = 2000;

/**
 * Proves both stored keys by a workflow run in the control repository, the one place that can read them.
 * Writes the workflow there first, when it is missing or another version.
 */
export async function runVerification(options: VerificationOptions): Promise<Verification> {
  options.say("Writing the verification workflow");
  await putWorkflow(options);
  const nonce = randomUUID();
  options.say("Starting the run");
  await dispatch(options, nonce);
  const run = await waitForRun(options, verificationTitle(nonce));
  options.say("Reading what it found", run.html_url);
  return { runLink: run.html_url, reports: await readReports(options, run) };
}

/** The digest of repositories that a report carries. */
export function digestRepositories(fullNames: readonly string[]): string {
  const names = fullNames.map((name) => name.toLowerCase()).toSorted();
  return createHash("sha256").update(names.join("\n")).digest("hex");
}

async function putWorkflow({ rest, repository, profile, signal }: VerificationOptions) {
  const path = `/repos/${repository.full}/contents/${verificationPath(profile.brand)}`;
  const wanted = Buffer.from(renderVerificationWorkflow(profile.brand)).toString("base64");
  const { status, body } = await rest.request("GET", path, { signal, accept: [404] });
  const { content, sha } = (status === 404 ? {} : body) as { content?: string; sha?: string };
  if (content?.replaceAll("\n", "") === wanted) return;
  const change = {
    message: "Add gatehouse's verification workflow",
    content: wanted,
    ...(sha && { sha }),
  };
  await rest.request("PUT", path, { signal, body: change }).catch((error: unknown) => {
    throw error instanceof RefusedByForge ? workflowRefused(error, profile) : error;
  });
}

function workflowRefused(refusal: RefusedByForge, { brand, host }: HostProfile) {
  const command = `${brand.cli.command} auth refresh --hostname ${host} --scopes workflow`;
  return new VerificationRefused(
    `The control repository does not take the verification workflow: ${refusal.message}`,
    [{ say: "Give your login the scope that writing workflows needs", command }],
    { cause: refusal },
  );
}

/** A workflow that was just written is not known everywhere at once; until then the forge says 404. */
async function dispatch({ rest, repository, signal }: VerificationOptions, nonce: string) {
  const path = `/repos/${repository.full}/actions/workflows/${verificationFile}/dispatches`;
  const { body } = await rest.request("GET", `/repos/${repository.full}`, { signal });
  const ref = (body as { default_branch: string }).default_branch;
  for (let attempt = 1; ; attempt += 1) {
    const { status } = await rest.request("POST", path, {
      signal,
      body: { ref, inputs: { nonce } },
      accept: [404],
    });
    if (status !== 404) return;
    if (attempt === 5)
      throw new VerificationRefused("The forge does not know the verification workflow yet.", [
        { say: "Run the same command again in a minute" },
      ]);
    await pause(pollMilliseconds, signal);
  }
}

async function waitForRun({ rest, repository, signal, say }: VerificationOptions, title: string) {
  const list = `/repos/${repository.full}/actions/workflows/${verificationFile}/runs?event=workflow_dispatch&per_page=20`;
  for (;;) {
    const { body } = await rest.request("GET", list, { signal });
    const { workflow_runs: runs } = body as { workflow_runs: Run[] };
    const run = runs.find(({ display_title }) => display_title === title);
    if (run?.status === "completed") return run;
    if (run) say(`The run is ${run.status.replaceAll("_", " ")}`, run.html_url);
    await pause(pollMilliseconds, signal);
  }
}

async function readReports({ rest, repository, signal }: VerificationOptions, run: Run) {
  const runs = `/repos/${repository.full}/actions/runs/${run.id}`;
  const { body } = await rest.request("GET", `${runs}/jobs`, { signal });
  const { jobs } = body as { jobs: { id: number; name: string; conclusion: string | null }[] };
  const reports: Partial<Record<AppRole, VerificationReport>> = {};
  for (const { id, name, conclusion } of jobs) {
    if ((name !== "read" && name !== "write") || conclusion !== "success") continue;
    const log = await rest.request("GET", `/repos/${repository.full}/actions/jobs/${id}/logs`, {
      signal,
    });
    const report = findReport(String(log.body));
    if (report) reports[name] = report;
  }
  return reports;
}

function findReport(log: string): VerificationReport | undefined {
  const line = log.split("\n").find((text) => text.includes(reportMark));
  if (line === undefined) return undefined;
  return JSON.parse(line.slice(line.indexOf(reportMark) + reportMark.length)) as VerificationReport;
}
