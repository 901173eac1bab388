import type { Credential } from "../../credentials/credential.ts";
import type { GateReading } from "./gate-record.ts";

/** The reason why a run is admitted or denied. */
export type DenialReason =
  | "capacity"
  | "unlimited"
  | "gate-active"
  | "denied"
  | "unreadable-capacity"
  | "credential-refused";

/** The decision about whether a run can start. Unknown values are undefined. */
export interface Admission {
  readonly admitted: boolean;
  readonly reason: DenialReason;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  readonly required: number;
  /** Unix seconds. */
  readonly reset: number | undefined;
  /**
   * The current time, used to calculate the time until the reset. After the forge's first response,
   * the forge's clock is used.
   */
  readonly now: Date;
  readonly record: GateReading["state"];
  readonly credential: Credential | undefined;
  /** Number of requests that the admission sent. */
  readonly requests: number;
  /** Additional notes for the summary and the log, each one sentence. */
  readonly notes: readonly string[];
  /** Additional notes for the summary only. */
  readonly forSummary: readonly string[];
}
