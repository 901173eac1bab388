import type {
  AdmissionFields,
  AdmissionSeen,
} from "../../../src/plane/dashboard/admission-seen.ts";
import type { LatestRun } from "../../../src/forge/resources/latest-runs.ts";

export function someRun(change: Partial<LatestRun> = {}): LatestRun {
  const id = change.id ?? 1;
  return {
    id,
    workflowId: 7,
    workflow: "nightly",
    number: id,
    title: "nightly",
    event: "schedule",
    file: "nightly.yml",
    actor: "mona",
    status: "completed",
    conclusion: "success",
    createdAt: "2026-11-20T14:00:00Z",
    startedAt: "2026-11-20T14:00:00Z",
    updatedAt: "2026-11-20T14:06:00Z",
    link: `https://forge.test/acme/control/actions/runs/${id}`,
    ...change,
  };
}

export function someAdmission(change: Partial<AdmissionSeen> = {}): AdmissionSeen {
  const run = change.run ?? someRun();
  return { run, jobId: run.id * 10, at: run.updatedAt, isDenied: false, ...change };
}

export const someFields: AdmissionFields = {
  isDenied: true,
  credential: "read-app",
  remaining: 212,
  limit: 5000,
  required: 750,
  reset: "2026-11-20T15:04:00.000Z",
};
