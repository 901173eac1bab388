import type { DenialReason } from "../rules/policy.ts";
import type { LoggedDecision } from "./logged-decision.ts";

/**
 * Running totals for a run's requests. Contains only plain data, because it is also printed as
 * JSON.
 */
export interface Tally {
  /** Times of the first (`from`) and last decision, ISO 8601. */
  readonly from?: string;
  readonly until?: string;
  readonly passed: number;
  readonly blocked: number;
  /** Number of allowed requests that failed. */
  readonly failed: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Number of denials by reason. */
  readonly reasons: Readonly<Partial<Record<DenialReason, number>>>;
  /**
   * One row for each address and decision. Denied requests come first, then the most frequent ones.
   */
  readonly rows: readonly TallyRow[];
  /** Number of decisions that have no row because of the row limit. */
  readonly beyondRows: number;
}

/** Requests to one address with the same decision. Queries are ignored. */
export interface TallyRow {
  readonly allowed: boolean;
  /** `https://host/path` for requests, `host:port` for connections. */
  readonly where: string;
  readonly count: number;
  readonly failed: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Reason for the last decision. */
  readonly explanation: string;
  readonly reason?: DenialReason;
  readonly rule?: string;
  readonly suggestion?: string;
  readonly failure?: string;
}

export const emptyTally: Tally = {
  passed: 0,
  blocked: 0,
  failed: 0,
  bytesSent: 0,
  bytesReceived: 0,
  reasons: {},
  rows: [],
  beyondRows: 0,
};

/**
 * Maximum number of rows. Without this limit, a run that keeps requesting new addresses would grow
 * the tally indefinitely.
 */
const mostRows = 500;

/**
 * Returns a tally with more decisions added in order of arrival. Does not change the given tally.
 */
export function addDecisions(tally: Tally, decisions: readonly LoggedDecision[]): Tally {
  const rows = new Map(tally.rows.map((row) => [keyOf(row), row]));
  const reasons: Partial<Record<DenialReason, number>> = { ...tally.reasons };
  let { beyondRows } = tally;
  for (const decision of decisions) {
    const { reason, allowed } = decision;
    if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1;
    const where = whereOf(decision);
    const key = keyOf({ allowed, where });
    const row = rows.get(key);
    if (row || rows.size < mostRows) rows.set(key, addToRow(row, { decision, where }));
    else beyondRows += 1;
  }
  return {
    ...tally,
    ...addTotals(tally, decisions),
    reasons,
    rows: [...rows.values()].toSorted(byWeight),
    beyondRows,
  };
}

function addTotals(tally: Tally, decisions: readonly LoggedDecision[]): Partial<Tally> {
  const sum = (of: (decision: LoggedDecision) => number) =>
    decisions.reduce((total, decision) => total + of(decision), 0);
  const [from, until] = [tally.from ?? decisions[0]?.at, decisions.at(-1)?.at ?? tally.until];
  return {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    passed: tally.passed + sum(({ allowed }) => (allowed ? 1 : 0)),
    blocked: tally.blocked + sum(({ allowed }) => (allowed ? 0 : 1)),
    failed: tally.failed + sum((decision) => (hasFailed(decision) ? 1 : 0)),
    bytesSent: tally.bytesSent + sum(({ bytesSent }) => bytesSent),
    bytesReceived: tally.bytesReceived + sum(({ bytesReceived }) => bytesReceived),
  };
}

function addToRow(
  row: TallyRow | undefined,
  { decision, where }: { decision: LoggedDecision; where: string },
): TallyRow {
  const { allowed, explanation, reason, rule, suggestion, failure } = decision;
  return {
    allowed,
    where,
    count: (row?.count ?? 0) + 1,
    failed: (row?.failed ?? 0) + (hasFailed(decision) ? 1 : 0),
    bytesSent: (row?.bytesSent ?? 0) + decision.bytesSent,
    bytesReceived: (row?.bytesReceived ?? 0) + decision.bytesReceived,
    explanation,
    ...(reason !== undefined && { reason }),
    ...(rule !== undefined && { rule }),
    ...(suggestion !== undefined && { suggestion }),
    ...(failure !== undefined && { failure }),
  };
}

/** Returns whether an allowed request failed. A denied request never counts as failed. */
function hasFailed({ allowed, failure }: LoggedDecision): boolean {
  return allowed && failure !== undefined;
}

function whereOf({ url, domain }: LoggedDecision): string {
  return url?.split("?", 1)[0] ?? domain ?? "";
}

function keyOf({ allowed, where }: Pick<TallyRow, "allowed" | "where">): string {
  return `${allowed ? "+" : "-"}${where}`;
}

function byWeight(one: TallyRow, other: TallyRow): number {
  if (one.allowed !== other.allowed) return one.allowed ? 1 : -1;
  return other.count - one.count || (one.where < other.where ? -1 : 1);
}
