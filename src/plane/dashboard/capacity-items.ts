import { formatReset } from "../../run/admit/time-to-reset.ts";
import type { Credential } from "../../credentials/credential.ts";
import { isPlausibleReset } from "./moments.ts";
import type { Budget } from "../../forge/budget.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";

/** What a credential may still ask the forge for, as far as a run or this login told. What is not known is null. */
export interface CapacityItem {
  readonly credential: Credential | "login";
  /** `known`, until its reset has passed; then nobody has looked since. */
  readonly state: "known" | "renewed" | "unknown";
  readonly remaining: number | null;
  readonly limit: number | null;
  /** As many as a run needs. */
  readonly required: number | null;
  /** ISO 8601, UTC */
  readonly reset: string | null;
  /** The run that told; null for this login's own. */
  readonly run: number | null;
}

export interface CapacityFacts {
  /** Credentials that runs have, in the order in which they are shown. */
  readonly credentials: readonly Credential[];
  /** Runs at the gate, newest first, with what they printed. */
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
