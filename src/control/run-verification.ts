import { createHash, randomUUID } from "node:crypto";
import type { AppRole } from "../credentials/ceilings.ts";
import { RateLimited, RefusedByForge, SingleSignOnRequired } from "../forge/forge-errors.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { pause } from "../forge/pause.ts";
import { startRun, VerificationRefused, waitForRun } from "./verification-run.ts";
import type { Run, VerificationOptions } from "./verification-run.ts";
import {
  renderVerificationWorkflow,
  reportMark,
  verificationPath,
} from "./verification-workflow.ts";
import type { VerificationReport } from "./verification-workflow.ts";

/** What one run proved: a report for each App whose job succeeded. */
export interface Verification {
  readonly runLink: string;
  readonly reports: Readonly<Partial<Record<AppRole, VerificationReport>>>;
}

/** The clock and the pauses are the machine's unless told. */
type Options = Omit<VerificationOptions, "now" | "pause"> &
  Partial<Pick<VerificationOptions, "now" | "pause">>;

/**
 * Proves both stored keys by a workflow run in the control repository, the one place that can read them.
 * Writes the workflow there first, when it is missing or another version.
 */
export async function runVerification(options: Options): Promise<Verification> {
  const all = { now: () => new Date(), pause, ...options };
  all.say("Writing the verification workflow");
  await putWorkflow(all);
  all.say("Starting the run");
  const run = await waitForRun(all, await startRun(all, randomUUID()));
  all.say("Reading what it found", run.html_url);
  return { runLink: run.html_url, reports: await readReports(all, run) };
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

function workflowRefused(refusal: RefusedByForge, { brand, host }: HostProfile) {
  const command = `${brand.cli.command} auth refresh --hostname ${host} --scopes workflow`;
  return new VerificationRefused(
    `The control repository does not take the verification workflow: ${refusal.message}`,
    [{ say: "Give your login the scope that writing workflows needs", command }],
    { cause: refusal },
  );
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

/** A job's log shows the script first, which names the mark too; only the report goes on with an object. */
function findReport(log: string): VerificationReport | undefined {
  const [, report] = new RegExp(`${reportMark} (\\{.*\\})`).exec(log) ?? [];
  return report === undefined ? undefined : (JSON.parse(report) as VerificationReport);
}
