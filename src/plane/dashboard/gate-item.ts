import { formatReset } from "../../run/admit/time-to-reset.ts";
import type { GateReading } from "../../run/admit/gate-record.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";
import { isPlausibleReset } from "./moments.ts";

export interface GateItem {
  readonly state: "open" | "closed" | "unknown";
  /** State of the gate record; unknown if this account cannot read variables. */
  readonly record: GateReading["state"] | "unknown";
  /** Content of the gate record; null if there is no readable record. */
  readonly written: WrittenRecord | null;
  /**
   * Time at which the gate opens (ISO 8601, UTC); null if the gate is open, or if the time is
   * unknown.
   */
  readonly opensAt: string | null;
  readonly latestFailure: GateFailure | null;
  /** Number of runs that reached the gate, among the latest runs that were read. */
  readonly admissions: number;
  /** Number of runs skipped because of the request budget. */
  readonly unchecked: number;
}

interface WrittenRecord {
  readonly limit: number;
  readonly remaining: number;
  /** Time of the reset (ISO 8601, UTC). */
  readonly reset: string | null;
  readonly sourceRun: string | null;
}

/** Unknown fields are null. */
interface GateFailure {
  readonly run: number;
  /** The run's number within its workflow. */
  readonly number: number;
  readonly workflow: string;
  readonly link: string;
  /** Time of the denial (ISO 8601, UTC). */
  readonly at: string;
  readonly remaining: number | null;
  readonly required: number | null;
  readonly reset: string | null;
}

export interface GateFacts {
  /** Undefined if this account cannot read variables. */
  readonly record: GateReading | undefined;
  /** Runs that reached the gate, newest first. */
  readonly admissions: readonly AdmissionSeen[];
  /** Number of runs that were not read. */
  readonly unchecked: number;
  /** Fields that the latest denied run printed. */
  readonly denial: AdmissionFields | undefined;
  readonly now: Date;
}

/**
 * Evaluates the gate. An active record stops every run. Without a record, the next run checks the
 * capacity itself, but it is denied again until the reset that the latest denied run reported. If
 * that reset is unknown, so is the state of the gate.
 */
export function evaluateGate({ record, admissions, unchecked, denial, now }: GateFacts): GateItem {
  const latest = admissions.find(({ isDenied }) => isDenied);
  const isActive = record?.state === "active";
  const reset = plausibleReset(denial, now) ?? resetOfRecord(record);
  const exists = isActive
    ? "closed"
    : evaluateByRuns({ record, admissions, unchecked, now }, reset);
  const opensAt = isActive ? formatReset(record.record.reset) : reset;
  return {
    state: exists,
    record: record?.state ?? "unknown",
    written: describeRecord(record),
    opensAt: exists === "closed" ? (opensAt ?? null) : null,
    latestFailure: latest ? describeFailure(latest, denial, reset) : null,
    admissions: admissions.length,
    unchecked,
  };
}

/** @param reset reset time that the latest denied run reported, if known */
function evaluateByRuns(
  { record, admissions: [newest], unchecked, now }: Omit<GateFacts, "denial">,
  reset: string | undefined,
): GateItem["state"] {
  if (newest?.isDenied) {
    if (reset === undefined) return "unknown";
    return new Date(reset) > now ? "closed" : "open";
  }
  return unchecked > 0 || (record === undefined && !newest) ? "unknown" : "open";
}

function plausibleReset(denial: AdmissionFields | undefined, now: Date): AdmissionFields["reset"] {
  return denial?.reset !== undefined && isPlausibleReset(denial.reset, now)
    ? denial.reset
    : undefined;
}

/**
 * Returns the reset time from an expired record. The latest denied run wrote the record, but the
 * log of that run may no longer exist.
 */
function resetOfRecord(record: GateReading | undefined): string | undefined {
  if (record?.state !== "expired") return undefined;
  return formatReset(record.record.reset);
}

function describeRecord(reading: GateReading | undefined): WrittenRecord | null {
  if (!reading || !("record" in reading)) return null;
  const { limit, remaining, reset, sourceRunId } = reading.record;
  const at = formatReset(reset) ?? null;
  return { limit, remaining, reset: at, sourceRun: isRunId(sourceRunId) ? sourceRunId : null };
}

/** Anyone who can write variables can write the record, so the run ID is validated. */
function isRunId(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,20}$/.test(text);
}

function describeFailure(
  { run, at }: AdmissionSeen,
  denial: AdmissionFields | undefined,
  reset: string | undefined,
): GateFailure {
  return {
    run: run.id,
    number: run.number,
    workflow: run.workflow,
    link: run.link,
    at,
    remaining: denial?.remaining ?? null,
    required: denial?.required ?? null,
    reset: reset ?? null,
  };
}
