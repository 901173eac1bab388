import type { GateReading } from "../../admission/gate-record.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";

/** The gate as an item of its own. */
export interface GateItem {
  readonly state: "open" | "closed" | "unknown";
  /** Of the record that a denied run left; unknown where this login may not read variables. */
  readonly record: GateReading["state"] | "unknown";
  /** What the record says; null where there is none that can be read. */
  readonly written: WrittenRecord | null;
  /** When it opens; null while it is open, or nobody knows. ISO 8601, UTC */
  readonly opensAt: string | null;
  readonly latestFailure: GateFailure | null;
}

export interface WrittenRecord {
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601, UTC */
  readonly reset: string;
  readonly sourceRun: string | null;
}

/** What is not known is null. */
export interface GateFailure {
  readonly run: number;
  /** Counts the runs of the workflow. */
  readonly number: number;
  readonly workflow: string;
  readonly link: string;
  /** ISO 8601, UTC */
  readonly at: string;
  readonly remaining: number | null;
  readonly required: number | null;
  readonly reset: string | null;
}

export interface GateFacts {
  /** Undefined where this login may not read variables. */
  readonly record: GateReading | undefined;
  /** Runs that came to the gate, newest first. */
  readonly admissions: readonly AdmissionSeen[];
  /** What the latest denied one printed. */
  readonly denial: AdmissionFields | undefined;
  readonly now: Date;
}

/**
 * A record that is active stops every run. Without one, a run that was denied says no more than that the next one looks
 * for itself: but before the reset it finds the same.
 */
export function judgeGate({ record, admissions, denial, now }: GateFacts): GateItem {
  const latest = admissions.find(({ isDenied }) => isDenied);
  const latestFailure = latest ? describeFailure(latest, denial) : null;
  const isActive = record?.state === "active";
  const opens = isActive ? new Date(record.record.reset * 1000) : lastsUntil(admissions, denial);
  const isClosed = isActive || (opens !== undefined && opens > now);
  const isUnknown = !isClosed && record === undefined && admissions.length === 0;
  return {
    state: isClosed ? "closed" : isUnknown ? "unknown" : "open",
    record: record?.state ?? "unknown",
    written: describeRecord(record),
    opensAt: isClosed && opens ? opens.toISOString() : null,
    latestFailure,
  };
}

/** Where the latest run at the gate was denied, and until when. */
function lastsUntil(
  [newest]: readonly AdmissionSeen[],
  denial: AdmissionFields | undefined,
): Date | undefined {
  if (!newest?.isDenied || denial?.reset === undefined) return undefined;
  return new Date(denial.reset);
}

function describeRecord(reading: GateReading | undefined): WrittenRecord | null {
  if (!reading || !("record" in reading)) return null;
  const { limit, remaining, reset, sourceRunId } = reading.record;
  const at = new Date(reset * 1000);
  return { limit, remaining, reset: at.toISOString(), sourceRun: sourceRunId ?? null };
}

function describeFailure(
  { run, at }: AdmissionSeen,
  denial: AdmissionFields | undefined,
): GateFailure {
  return {
    run: run.id,
    number: run.number,
    workflow: run.workflow,
    link: run.link,
    at,
    remaining: denial?.remaining ?? null,
    required: denial?.required ?? null,
    reset: denial?.reset ?? null,
  };
}
