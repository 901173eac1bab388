import { parseObject, toWhole } from "../../forge/parse-object.ts";

/**
 * What a denied run leaves for those after it, as the variable CP_FORGE_API_GATE. It can only stop a run, never let one in.
 * @see spec/credentials.md, "Gate record"
 */
export interface GateRecord {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970, UTC. */
  readonly reset: number;
  /** The run that was denied. */
  readonly sourceRunId?: string;
}

export type GateReading =
  | { readonly state: "none" | "invalid" }
  | { readonly state: "active" | "expired"; readonly record: GateRecord };

const version = 1;
const reason = "forge-api-capacity-insufficient";
/** Whoever wrote it, in the spelling of whichever brand. */
const reasons: readonly unknown[] = [reason, "github-api-capacity-insufficient"];
/** As long as the value of a variable may be. */
const longestBytes = 48 * 1024;
/** A limit is over within the hour: what stops runs for longer than two was not written by an honest run. */
export const longestAheadSeconds = 2 * 60 * 60;

/** @param value of the variable; absent or empty is no record */
export function readGateRecord(value: string | undefined, now: Date): GateReading {
  if (value === undefined || value === "") return { state: "none" };
  const record = parseRecord(value);
  if (!record) return { state: "invalid" };
  const aheadSeconds = record.reset - now.getTime() / 1000;
  if (aheadSeconds <= 0) return { state: "expired", record };
  return aheadSeconds <= longestAheadSeconds ? { state: "active", record } : { state: "invalid" };
}

function parseRecord(value: string): GateRecord | undefined {
  if (Buffer.byteLength(value) > longestBytes) return undefined;
  const fields = parseObject(value);
  if (!fields || fields["version"] !== version || !reasons.includes(fields["reason"])) {
    return undefined;
  }
  const limit = toWhole(fields["limit"]);
  const remaining = toWhole(fields["remaining"]);
  const reset = toWhole(fields["reset"]);
  const sourceRunId = fields["source_run_id"];
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (sourceRunId === undefined) return { limit, remaining, reset };
  return typeof sourceRunId === "string" ? { limit, remaining, reset, sourceRunId } : undefined;
}

/** The variable's value. */
export function writeGateRecord({ limit, remaining, reset, sourceRunId }: GateRecord): string {
  return JSON.stringify({ version, reason, limit, remaining, reset, source_run_id: sourceRunId });
}
