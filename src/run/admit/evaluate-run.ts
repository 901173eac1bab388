import type { Because } from "./admission.ts";
import type { Capacity } from "./capacity.ts";
import { longestAheadSeconds, readGateRecord } from "./gate-record.ts";
import type { GateRecord } from "./gate-record.ts";

/** Whether a capacity suffices, with what is known of it. */
export interface Verdict {
  readonly admitted: boolean;
  readonly because: Because;
  readonly remaining: number | undefined;
  /** Of the credential, an hour. */
  readonly limit: number | undefined;
  readonly reset: number | undefined;
}

/** @param required requests that have to be left */
export function evaluateRun(capacity: Capacity, required: number): Verdict {
  switch (capacity.kind) {
    case "counted": {
      const { remaining, limit, reset } = capacity;
      const admitted = remaining >= required;
      return { admitted, because: admitted ? "capacity" : "denied", remaining, limit, reset };
    }
    case "unlimited":
      return { admitted: true, because: "unlimited", ...nothing };
    case "used-up":
      return { ...deny("denied"), remaining: 0, limit: capacity.limit, reset: capacity.reset };
    case "refused":
      return deny("credential-refused");
    case "unreadable":
      return deny("unreadable-capacity");
  }
}

const nothing = { remaining: undefined, limit: undefined, reset: undefined };

function deny(because: Because): Verdict {
  return { admitted: false, because, ...nothing };
}

/**
 * The record that a denial leaves for later runs; undefined where it leaves none. Only what the forge has just said counts:
 * a reset that is known, ahead of us, and no further than a reader believes.
 * @param standing the variable's value as this run was started with: a longer one is not shortened
 */
export function recordDenial(
  { admitted, because, ...verdict }: Verdict,
  {
    standing,
    sourceRunId,
    now,
  }: {
    readonly standing: string | undefined;
    readonly sourceRunId: string | undefined;
    readonly now: Date;
  },
): GateRecord | undefined {
  const { remaining, limit, reset } = verdict;
  if (admitted || because !== "denied" || reset === undefined) return undefined;
  const aheadSeconds = reset - now.getTime() / 1000;
  if (aheadSeconds <= 0 || aheadSeconds > longestAheadSeconds) return undefined;
  // Active by the forge's clock, though it was not by ours: ours is wrong, and the record is right.
  const before = readGateRecord(standing, now);
  if (before.state === "active" && before.record.reset >= reset) return undefined;
  return {
    limit: limit ?? 0,
    remaining: remaining ?? 0,
    reset,
    ...(sourceRunId !== undefined && { sourceRunId }),
  };
}
