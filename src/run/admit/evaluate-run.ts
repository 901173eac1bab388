import type { DenialReason } from "./admission.ts";
import type { Capacity } from "./capacity.ts";
import { longestAheadSeconds, readGateRecord } from "./gate-record.ts";
import type { GateRecord } from "./gate-record.ts";

/** The decision about a run, and the capacity values that are known. */
export interface Verdict {
  readonly admitted: boolean;
  readonly reason: DenialReason;
  readonly remaining: number | undefined;
  /** The credential's hourly request limit; undefined if unknown. */
  readonly limit: number | undefined;
  readonly reset: number | undefined;
}

/** @param required number of requests that must be left */
export function evaluateRun(capacity: Capacity, required: number): Verdict {
  switch (capacity.kind) {
    case "counted": {
      const { remaining, limit, reset } = capacity;
      const admitted = remaining >= required;
      return { admitted, reason: admitted ? "capacity" : "denied", remaining, limit, reset };
    }
    case "unlimited":
      return { admitted: true, reason: "unlimited", ...nothing };
    case "used-up":
      return { ...deny("denied"), remaining: 0, limit: capacity.limit, reset: capacity.reset };
    case "refused":
      return deny("credential-refused");
    case "unreadable":
      return deny("unreadable-capacity");
  }
}

const nothing = { remaining: undefined, limit: undefined, reset: undefined };

function deny(reason: DenialReason): Verdict {
  return { admitted: false, reason, ...nothing };
}

/**
 * Returns the record that a denied run stores for later runs; undefined if it does not store one. A
 * record is stored only if a current response contains a reset time in the future that readers
 * accept.
 * @param gateRecord the variable's value when this run started; a longer record is not shortened
 */
export function recordDenial(
  { admitted, reason, ...verdict }: Verdict,
  {
    gateRecord,
    sourceRunId,
    now,
  }: {
    readonly gateRecord: string | undefined;
    readonly sourceRunId: string | undefined;
    readonly now: Date;
  },
): GateRecord | undefined {
  const { remaining, limit, reset } = verdict;
  if (admitted || reason !== "denied" || reset === undefined) return undefined;
  const aheadSeconds = reset - now.getTime() / 1000;
  if (aheadSeconds <= 0 || aheadSeconds > longestAheadSeconds) return undefined;
  // If the record is active according to the forge's clock but not the local clock, the local clock
  // is wrong.
  const before = readGateRecord(gateRecord, now);
  if (before.state === "active" && before.record.reset >= reset) return undefined;
  return {
    limit: limit ?? 0,
    remaining: remaining ?? 0,
    reset,
    ...(sourceRunId !== undefined && { sourceRunId }),
  };
}
