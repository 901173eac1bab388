import type { Credential } from "../../credentials/credential.ts";
import type { GateReading } from "./gate-record.ts";

/** Why a run is let in, or is not. */
export type Because =
  | "capacity"
  | "unlimited"
  | "gate-active"
  | "denied"
  | "unreadable-capacity"
  | "credential-refused";

/** The answer to whether a run may begin. What is not known is undefined. */
export interface Admission {
  readonly admitted: boolean;
  readonly because: Because;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  readonly required: number;
  /** Seconds since 1970. */
  readonly reset: number | undefined;
  /** The clock by which the time to the reset is told: the forge's, once it has answered. */
  readonly now: Date;
  readonly record: GateReading["state"];
  readonly credential: Credential | undefined;
  /** All that were made for it. */
  readonly requests: number;
  /** What else there is to say, a sentence each: for the summary, and for whoever reads the log. */
  readonly notes: readonly string[];
  /** More sentences, for the summary alone. */
  readonly forSummary: readonly string[];
}
