import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import { redact } from "../../shared/redact.ts";
import type { AdmissionSeen } from "./admission-seen.ts";
import { readMoment } from "./moments.ts";

/** The latest run of a workflow, or a run in progress. Unknown fields are null. */
export interface RunItem {
  readonly id: number;
  readonly number: number;
  readonly workflow: string;
  readonly title: string;
  readonly state: "running" | "waiting" | "passed" | "failed" | "stopped by the gate" | "cancelled";
  /** Time of the start (ISO 8601, UTC). */
  readonly startedAt: string | null;
  /** Duration of a finished run. */
  readonly minutes: number | null;
  readonly link: string;
}

/** Any other unfinished state counts as running. */
const waiting = ["queued", "waiting", "pending", "requested"];

/** Returns the runs in progress and the last finished run of each workflow, newest first. */
export function pickShownRuns(runs: readonly LatestRun[]): LatestRun[] {
  const ended = new Set<number>();
  return runs.filter(({ status, workflowId }) => {
    if (status !== "completed") return true;
    if (ended.has(workflowId)) return false;
    ended.add(workflowId);
    return true;
  });
}

export function listRunItems(
  runs: readonly LatestRun[],
  admissions: readonly AdmissionSeen[],
): RunItem[] {
  const denied = new Set(admissions.filter(({ isDenied }) => isDenied).map(({ run }) => run.id));
  return pickShownRuns(runs).map((run) => describeRun(run, denied.has(run.id)));
}

function describeRun(run: LatestRun, isDenied: boolean): RunItem {
  const { id, number, workflow, title, startedAt, updatedAt, link, status } = run;
  const milliseconds = Date.parse(updatedAt) - Date.parse(startedAt);
  const isOver = status === "completed";
  return {
    id,
    number,
    workflow: tame(workflow),
    title: tame(title),
    state: isDenied ? "stopped by the gate" : stateOf(run),
    startedAt: readMoment(startedAt),
    minutes: isOver && milliseconds >= 0 ? Math.round(milliseconds / 60_000) : null,
    link,
  };
}

function stateOf({ status, conclusion }: LatestRun): RunItem["state"] {
  if (status !== "completed") return waiting.includes(status) ? "waiting" : "running";
  if (conclusion === "success" || conclusion === "neutral" || conclusion === "skipped") {
    return "passed";
  }
  return conclusion === "cancelled" ? "cancelled" : "failed";
}

/** Redacts and shortens text from other users, who can start a run or write a workflow. */
function tame(text: string): string {
  const clean = redact(text);
  return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)}…` : clean;
}

const mostCharacters = 100;
