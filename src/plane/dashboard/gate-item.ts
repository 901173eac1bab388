import { formatReset } from "../../run/admit/time-to-reset.ts";
import type { GateReading } from "../../run/admit/gate-record.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";
import { isPlausibleReset } from "./moments.ts";

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
  /** How many of the latest runs came to the gate, as far as they were looked at. */
  readonly admissions: number;
  /** How many of them were not looked at, for the budget's sake. */
  readonly unseen: number;
}

interface WrittenRecord {
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601, UTC */
  readonly reset: string | null;
  readonly sourceRun: string | null;
}

/** What is not known is null. */
interface GateFailure {
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
  /** Runs that were not looked at. */
  readonly unseen: number;
  /** What the latest denied one printed. */
  readonly denial: AdmissionFields | undefined;
  readonly now: Date;
}

/**
 * A record that is active stops every run. Without one, a run that was denied says no more than that the next one looks
 * for itself: but before the reset it finds the same. Where nobody knows that reset, nobody knows how the gate is.
 */
export function evaluateGate({ record, admissions, unseen, denial, now }: GateFacts): GateItem {
  const latest = admissions.find(({ isDenied }) => isDenied);
  const isActive = record?.state === "active";
  const reset = plausibleReset(denial, now) ?? resetOfRecord(record);
  const stands = isActive ? "closed" : evaluateByRuns({ record, admissions, unseen, now }, reset);
  const opensAt = isActive ? formatReset(record.record.reset) : reset;
  return {
    state: stands,
    record: record?.state ?? "unknown",
    written: describeRecord(record),
    opensAt: stands === "closed" ? (opensAt ?? null) : null,
    latestFailure: latest ? describeFailure(latest, denial, reset) : null,
    admissions: admissions.length,
    unseen,
  };
}

/** @param reset of the latest denial, where it is known */
function evaluateByRuns(
  { record, admissions: [newest], unseen, now }: Omit<GateFacts, "denial">,
  reset: string | undefined,
): GateItem["state"] {
  if (newest?.isDenied) {
    if (reset === undefined) return "unknown";
    return new Date(reset) > now ? "closed" : "open";
  }
  return unseen > 0 || (record === undefined && !newest) ? "unknown" : "open";
}

function plausibleReset(denial: AdmissionFields | undefined, now: Date): AdmissionFields["reset"] {
  return denial?.reset !== undefined && isPlausibleReset(denial.reset, now)
    ? denial.reset
    : undefined;
}

/** A record that is over was left by the latest denial, whose log may be gone. */
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

/** Whoever may write variables writes the record: a run is a number. */
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
