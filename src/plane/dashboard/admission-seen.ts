import type { Because } from "../../run/admit/admission.ts";
import type { Job } from "../../forge/resources/runs.ts";
import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import type { Credential } from "../../credentials/credential.ts";
import { credentials } from "../../credentials/credential.ts";
import { readMoment } from "./moments.ts";

/** How a run fared at the gate, by its job and by what that printed. */
export interface AdmissionSeen {
  readonly run: LatestRun;
  readonly jobId: number;
  /** ISO 8601 */
  readonly at: string;
  readonly isDenied: boolean;
}

/** The job before activation, as either brand's compiler calls it, and its step: by these the gate is known in a run. */
const admissionJobs = ["admission", "pre_activation"];
const admissionStep = "API capacity admission gate";

/** Undefined where the run did not come to the gate, or is not through it yet. */
export function findAdmission(run: LatestRun, jobs: readonly Job[]): AdmissionSeen | undefined {
  for (const job of jobs) {
    const step =
      admissionJobs.includes(job.name) && job.steps.find(({ name }) => name === admissionStep);
    if (!step || !step.conclusion || step.conclusion === "skipped") continue;
    return {
      run,
      jobId: job.id,
      at: step.endedAt ?? run.updatedAt,
      isDenied: step.conclusion === "failure",
    };
  }
  return undefined;
}

/** What the gate printed in the run's log. What it does not say is undefined. */
export interface AdmissionFields {
  readonly isDenied: boolean | undefined;
  readonly credential: Credential | undefined;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  readonly required: number | undefined;
  /** ISO 8601, UTC */
  readonly reset: string | undefined;
}

export const nothingPrinted: AdmissionFields = {
  isDenied: undefined,
  credential: undefined,
  remaining: undefined,
  limit: undefined,
  required: undefined,
  reset: undefined,
};

/**
 * Reads the gate's lines of a job's log, each behind the time at which it was printed: `remaining: 212`, or with
 * `--json` `"remaining": 212,`. The first of a name counts: later steps print, too.
 */
export function readAdmissionLog(log: string): AdmissionFields {
  const values = new Map<string, string>();
  for (const line of log.split("\n")) {
    const { name, value } = (printed.exec(line) ?? printedAsJson.exec(line))?.groups ?? {};
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  const whole = (name: string) => {
    const value = values.get(name) ?? "";
    return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  };
  const because = values.get("because");
  return {
    isDenied: because === undefined ? undefined : !admits.includes(because),
    credential: credentials.find((each) => each === values.get("credential")),
    remaining: whole("remaining"),
    limit: whole("limit"),
    required: whole("required"),
    reset: readMoment(values.get("reset") ?? "") ?? undefined,
  };
}

const printed = /^(?:\S+Z)? {3,4}(?<name>[a-z]+): (?<value>\S+)\r?$/;
const printedAsJson = /^(?:\S+Z )? {2}"(?<name>[a-z]+)": "?(?<value>[^\s",]+)"?,?\r?$/;

/** Whatever else the gate says is a denial. @see Because */
const admits: readonly string[] = ["capacity", "unlimited"] satisfies Because[];
