import type { DenialReason } from "../../run/admit/admission.ts";
import type { Job } from "../../forge/resources/runs.ts";
import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import type { Credential } from "../../credentials/credential.ts";
import { credentials } from "../../credentials/credential.ts";
import { readMoment } from "./moments.ts";

/** The admission result of a run, read from its job and the job's output. */
export interface AdmissionSeen {
  readonly run: LatestRun;
  readonly jobId: number;
  /** Time of the admission (ISO 8601). */
  readonly at: string;
  readonly isDenied: boolean;
}

/**
 * Names of the pre-activation job, one per brand. The job name and the step name together identify
 * the gate in a run.
 */
const admissionJobs = ["admission", "pre_activation"];
const admissionStep = "API capacity admission gate";

/** Returns undefined if the gate has not run or has not finished. */
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

/** Fields that the gate printed in the run's log; undefined if missing. */
export interface AdmissionFields {
  readonly isDenied: boolean | undefined;
  readonly credential: Credential | undefined;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  readonly required: number | undefined;
  /** Time of the reset (ISO 8601, UTC). */
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
 * Parses the gate's lines in a job's log, each after a timestamp: `remaining: 212`, or with
 * `--json` `"remaining": 212,`. The first occurrence of a field counts, because later steps also
 * write to the log.
 */
export function readAdmissionLog(log: string): AdmissionFields {
  const values = new Map<string, string>();
  for (const line of log.split("\n")) {
    const { name, value } = (printed.exec(line) ?? printedAsJson.exec(line))?.groups ?? {};
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  const integer = (name: string) => {
    const value = values.get(name) ?? "";
    return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  };
  const reason = values.get("reason");
  return {
    isDenied: reason === undefined ? undefined : !admits.includes(reason),
    credential: credentials.find((each) => each === values.get("credential")),
    remaining: integer("remaining"),
    limit: integer("limit"),
    required: integer("required"),
    reset: readMoment(values.get("reset") ?? "") ?? undefined,
  };
}

const printed = /^(?:\S+Z)? {3,4}(?<name>[a-z]+): (?<value>\S+)\r?$/;
const printedAsJson = /^(?:\S+Z )? {2}"(?<name>[a-z]+)": "?(?<value>[^\s",]+)"?,?\r?$/;

/**
 * Reasons that mean that the run was admitted. Any other reason is a denial.
 *
 * @see DenialReason
 */
const admits: readonly string[] = ["capacity", "unlimited"] satisfies DenialReason[];
