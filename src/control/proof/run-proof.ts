import { createHash, randomUUID } from "node:crypto";
import type { AppRole } from "../../credentials/apps/ceilings.ts";
import { RateLimited, RefusedByForge, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { pause } from "../../forge/pause.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { readAppReport, readTokenReport } from "./read-report.ts";
import type { ReportSource } from "./read-report.ts";
import { startRun, VerificationRefused, waitForRun } from "./verification-run.ts";
import type { Run, VerificationOptions } from "./verification-run.ts";
import { renderVerificationWorkflow, verificationPath } from "./proof-workflow.ts";
import type { TokenReport, VerificationReport } from "./proof-workflow.ts";

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

/** The clock and the pauses are the machine's unless told. */
type Options = Omit<VerificationOptions, "now" | "pause"> &
  Partial<Pick<VerificationOptions, "now" | "pause">> &
  Wish;

/**
 * Proves stored credentials by a workflow run in the control repository, the one place that can read them.
 * Writes the workflow there first, when it is missing or another version.
 */
export async function runVerification(options: Options): Promise<Verification> {
  const all = { now: () => new Date(), pause, ...options };
  all.say("Writing the verification workflow");
  await putWorkflow(all);
  all.say("Starting the run");
  const { credentials = ["read", "write"], environment = "" } = options;
  const inputs = { nonce: randomUUID(), credentials: credentials.join(" "), environment };
  const run = await waitForRun(all, await startRun(all, inputs));
  all.say("Reading what it found", run.html_url);
  return { runLink: run.html_url, ...(await readReports(all, run, inputs.nonce)) };
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
    const isOther = error instanceof SingleSignOnRequired || error instanceof RateLimited;
    throw error instanceof RefusedByForge && !isOther ? workflowRefused(error, profile) : error;
  });
}

function workflowRefused(refusal: RefusedByForge, profile: HostProfile) {
  return new VerificationRefused(
    `The control repository does not take the verification workflow: ${refusal.message}`,
    hintsFor(refusal, profile),
    { cause: refusal },
  );
}

/** A login that may read the repository and gets 404 for a workflow lacks the scope: the forge does not say so. */
function hintsFor({ status, message }: RefusedByForge, { brand, host }: HostProfile): Hint[] {
  if (status === 404 || /workflows?\W* (scope|permission)/i.test(message)) {
    const command = `${brand.cli.command} auth refresh --hostname ${host} --scopes workflow`;
    return [{ say: "Give your login the scope that writing workflows needs", command }];
  }
  const isProtected = /protected|rule|pull request|status check/i.test(message);
  if ((status === 409 || status === 422) && isProtected) {
    const path = verificationPath(brand);
    return [{ say: `Commit this file by a pull request: ${path}` }];
  }
  return [{ say: "Check that this login may write to the control repository" }];
}

async function readReports(
  { rest, repository, signal }: VerificationOptions,
  { id: runId, html_url: runLink }: Run,
  nonce: string,
): Promise<Pick<Verification, "reports" | "tokens">> {
  const actions = `/repos/${repository.full}/actions`;
  const { body } = await rest.request("GET", `${actions}/runs/${runId}/jobs`, { signal });
  const logs = new Map<string, string>();
  for (const { id, name, conclusion } of listJobs(body, runLink)) {
    if (conclusion !== "success") continue;
    const log = await rest.request("GET", `${actions}/jobs/${id}/logs`, { signal });
    logs.set(name, String(log.body));
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

interface Job {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string | null;
}

function listJobs(body: unknown, runLink: string): readonly Job[] {
  const { jobs } = (body ?? {}) as { jobs?: unknown };
  if (Array.isArray(jobs)) return jobs as Job[];
  throw new Incomplete("The forge does not tell the run's jobs.", [
    { say: "See the run; then run the same command again", link: runLink },
  ]);
}
