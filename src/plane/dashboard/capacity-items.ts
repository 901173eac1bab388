import { formatReset } from "../../run/admit/time-to-reset.ts";
import type { Credential } from "../../credentials/credential.ts";
import { isPlausibleReset } from "./moments.ts";
import type { Budget } from "../../forge/budget.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";

/**
 * The remaining API requests for a credential, reported by a run or read for the current account;
 * null if unknown.
 */
export interface CapacityItem {
  readonly credential: Credential | "login";
  /** `known` until the reset; `renewed` after the reset, until the value is read again. */
  readonly state: "known" | "renewed" | "unknown";
  readonly remaining: number | null;
  readonly limit: number | null;
  /** Number of requests that a run needs. */
  readonly required: number | null;
  /** Time of the reset (ISO 8601, UTC). */
  readonly reset: string | null;
  /** The run that reported the value; null for the current account. */
  readonly run: number | null;
}

export interface CapacityFacts {
  /** Credentials that runs use, in display order. */
  readonly credentials: readonly Credential[];
  /** Admissions, newest first, each with the fields that the gate printed. */
  readonly admissions: readonly (readonly [AdmissionSeen, AdmissionFields])[];
  readonly own: Budget | undefined;
  readonly now: Date;
}

export function listCapacities({
  credentials,
  admissions,
  own,
  now,
}: CapacityFacts): CapacityItem[] {
  const ofRuns = credentials.map((credential) => {
    const found = admissions.find(([, fields]) => fields.credential === credential);
    return found ? describe(found, { credential, now }) : nothingOf(credential);
  });
  return own ? [...ofRuns, ofLogin(own)] : ofRuns;
}

function describe(
  [{ run }, { remaining, limit, required, reset }]: readonly [AdmissionSeen, AdmissionFields],
  { credential, now }: { readonly credential: Credential; readonly now: Date },
): CapacityItem {
  const resetsAt = reset === undefined || !isPlausibleReset(reset, now) ? undefined : reset;
  const isOver = resetsAt !== undefined && new Date(resetsAt) <= now;
  return {
    credential,
    state: remaining === undefined ? "unknown" : isOver ? "renewed" : "known",
    remaining: remaining ?? null,
    limit: limit ?? null,
    required: required ?? null,
    reset: resetsAt ?? null,
    run: run.id,
  };
}

function nothingOf(credential: Credential): CapacityItem {
  const nothing = { remaining: null, limit: null, required: null, reset: null, run: null };
  return { credential, state: "unknown", ...nothing };
}

function ofLogin({ remaining, limit, reset }: Budget): CapacityItem {
  return {
    credential: "login",
    state: "known",
    remaining,
    limit,
    required: null,
    reset: formatReset(reset) ?? null,
    run: null,
  };
}
