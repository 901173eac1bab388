import { labelOf } from "../../credentials/apps/permission-words.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { compareNames } from "./fleet-list.ts";
import type { StoredCheck, StoredChecks } from "./check-file.ts";
import { combineChecks } from "./combine-checks.ts";

type Status = NonNullable<StoredCheck["status"]>;
type Check = NonNullable<StoredCheck["verify"]>["checks"][number];

type EvaluatedCheck = Pick<Check, "id" | "title" | "evidence">;

/** The result for one control repository. */
export interface FleetMember {
  readonly repo: string;
  /** `complete` is determined without a run, so the stored keys are not tested. */
  readonly state: "complete" | "incomplete" | "unreadable";
  /** Overall status, as in the output of `status`; null if it could not be read. */
  readonly overallStatus: string | null;
  /** Reason why the status could not be read. */
  readonly reason: string | null;
  /** Time of the check (ISO 8601); null if its job left no result. */
  readonly checkedAt: string | null;
  readonly credential: StoredCheck["credential"];
  /** Permissions that the fleet's App lacks for this repository. */
  readonly ungranted: readonly string[];
  /** Sentences that explain which credentials were skipped. */
  readonly skipped: readonly string[];
  readonly failing: readonly EvaluatedCheck[];
  /** Required checks with an unknown result. */
  readonly unverified: readonly EvaluatedCheck[];
  /** Number of checks with an unknown result, including those that need a run. */
  readonly unknown: number;
  readonly expiring: Status["reminders"];
  readonly next: Status["next"];
}

/** The output of `fleet report --json`. Its schema is `fleet-report.schema.json`. */
export interface FleetReport {
  readonly version: 1;
  /** Time of the report (ISO 8601). */
  readonly reportedAt: string;
  readonly needsPerson: boolean;
  readonly counts: Readonly<Record<FleetMember["state"], number>>;
  /** Repositories, most urgent first. */
  readonly repositories: readonly FleetMember[];
  /** Invalid or rejected result files, with the reason. */
  readonly strays: readonly string[];
}

/**
 * Combines all results into a report. Each expected repository is included, even if its job did not
 * leave a result.
 *
 * @param expected full names; if empty, the repositories of all results
 */
export function composeFleetReport(
  { checks, strays }: StoredChecks,
  expected: readonly string[],
  now: Date,
): FleetReport {
  const { believed, doubted } = combineChecks(checks, expected, now);
  const names = expected.length > 0 ? expected : uniqueNames(checks.map(({ repo }) => repo));
  const members = names.map((repo) => {
    const key = repo.toLowerCase();
    const why = doubted.find((each) => each.check.repo.toLowerCase() === key)?.reason;
    return evaluateCheck(repo, believed.get(key), why);
  });
  const all = [...strays, ...doubted.map(({ check, reason }) => `${check.file} (${reason})`)];
  const count = (state: FleetMember["state"]) =>
    members.filter((member) => member.state === state).length;
  return {
    version: 1,
    reportedAt: now.toISOString(),
    needsPerson: members.length === 0 || all.length > 0 || members.some(needsPerson),
    counts: {
      complete: count("complete"),
      incomplete: count("incomplete"),
      unreadable: count("unreadable"),
    },
    repositories: members.toSorted(byUrgency),
    strays: all,
  };
}

export function needsPerson({ state, expiring }: FleetMember): boolean {
  return state !== "complete" || expiring.length > 0;
}

function evaluateCheck(repo: string, stored?: StoredCheck, doubt?: string): FleetMember {
  const { status, verify } = stored ?? {};
  const checks = verify?.checks ?? [];
  const failing = checks.filter(({ state }) => state === "fail");
  const unverified = checks.filter((check) => isUnseen(check, stored?.ungranted ?? []));
  const isComplete = status?.complete === true || status?.lacksOnlyProof === true;
  const isWell = isComplete && failing.length + unverified.length === 0;
  const isRead = status && verify;
  return {
    repo,
    state: isRead ? (isWell ? "complete" : "incomplete") : "unreadable",
    overallStatus: isRead ? status.overallStatus : null,
    reason: isRead ? null : explainSilence(stored, doubt),
    checkedAt: stored?.checkedAt ?? null,
    credential: stored?.credential ?? null,
    ungranted: stored?.ungranted ?? [],
    skipped: stored?.skipped ?? [],
    failing: failing.map(withoutState),
    unverified: unverified.map(withoutState),
    unknown: checks.filter(({ state }) => state === "unknown").length,
    expiring: status?.reminders ?? [],
    next: status?.next ?? [],
  };
}

function explainSilence(check?: StoredCheck, doubt?: string): string {
  if (check) return check.reason ?? "its job gave no reason";
  return doubt === undefined ? "its job left no result" : `its result was rejected: ${doubt}`;
}

function withoutState({ id, title, evidence }: Check): EvaluatedCheck {
  return { id, title, evidence };
}

/**
 * Checks that need a run or an operator's confirmation. In a fleet check they stay unknown, which
 * does not count as a fault.
 */
const beyondACheck = [
  /^app-only$/,
  /^(read|write)-app-/,
  /^pat-(apis|coverage|expiration|owner|policy)$/,
  /^workflow-token-coverage$/,
  /^discovery$/,
  /^inference-billing$/,
];

/**
 * Returns whether a required check is unknown for a reason that counts as a fault. Before the first
 * run, there are no outputs, so the check of outputs counts only if the Issues permission is
 * missing.
 */
function isUnseen({ id, state }: Check, ungranted: readonly string[]): boolean {
  if (state !== "unknown") return false;
  if (id === "review-output") return ungranted.includes(labelOf("issues"));
  return !beyondACheck.some((pattern) => pattern.test(id));
}

/** Sorts by urgency: expired, unreadable, incomplete, expiring soon. */
function byUrgency(one: FleetMember, other: FleetMember): number {
  return (
    rankOf(one) - rankOf(other) ||
    soonest(one) - soonest(other) ||
    other.failing.length - one.failing.length ||
    compareNames(one.repo, other.repo)
  );
}

function rankOf({ state, expiring }: FleetMember): number {
  if (expiring.some((each) => each.state === "expired")) return 0;
  if (state === "unreadable") return 1;
  if (state === "incomplete") return 2;
  return expiring.length > 0 ? 3 : 4;
}

/** Returns the number of days until the earliest expiration. */
function soonest({ expiring }: FleetMember): number {
  return Math.min(Number.MAX_SAFE_INTEGER, ...expiring.map(({ daysLeft }) => daysLeft));
}
