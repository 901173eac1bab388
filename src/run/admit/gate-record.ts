import { parseObject, toInteger } from "../../forge/parse-object.ts";

/**
 * The record that a denied run leaves for later runs, in the variable CP_FORGE_API_GATE. It can
 * only stop a run, never admit one.
 * @see spec/credentials.md, "Gate record"
 */
export interface GateRecord {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
  /** ID of the denied run. */
  readonly sourceRunId?: string;
}

export type GateReading =
  | { readonly state: "none" | "invalid" }
  | { readonly state: "active" | "expired"; readonly record: GateRecord };

const version = 1;
const reason = "forge-api-capacity-insufficient";
/** The accepted reasons, in the spelling of each brand. */
const reasons: readonly unknown[] = [reason, "github-api-capacity-insufficient"];
/** The maximum size of the variable's value. */
const longestBytes = 48 * 1024;
/**
 * A rate limit resets within one hour, so a record that would stop runs for more than two hours is
 * not genuine.
 */
export const longestAheadSeconds = 2 * 60 * 60;

/** @param value value of the variable; undefined or empty means that there is no record */
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
  const limit = toInteger(fields["limit"]);
  const remaining = toInteger(fields["remaining"]);
  const reset = toInteger(fields["reset"]);
  const sourceRunId = fields["source_run_id"];
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (sourceRunId === undefined) return { limit, remaining, reset };
  return typeof sourceRunId === "string" ? { limit, remaining, reset, sourceRunId } : undefined;
}

/** Returns the record as a value for the variable. */
export function writeGateRecord({ limit, remaining, reset, sourceRunId }: GateRecord): string {
  return JSON.stringify({ version, reason, limit, remaining, reset, source_run_id: sourceRunId });
}
