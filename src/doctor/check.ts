import type { Hint } from "../shared/errors.ts";

/** `missing`: a setup stops at it. `warning`: it goes without, or less well. `unknown`: it could not be seen. */
export type CheckState = "ok" | "missing" | "warning" | "unknown";

/** One thing that was looked at, and what mends it. Nothing in it is secret or tells whose machine it is. */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  readonly state: CheckState;
  readonly evidence: readonly string[];
  readonly next: readonly Hint[];
}

export type Found = Pick<DoctorCheck, "state" | "evidence"> & { readonly next?: readonly Hint[] };

/** A look at one thing. */
export interface Examination {
  readonly id: string;
  readonly title: string;
  /** Whether a setup cannot do without it. */
  readonly isNeeded: boolean;
  readonly look: () => Found | Promise<Found>;
}

export function ok(...evidence: readonly string[]): Found {
  return { state: "ok", evidence };
}

export function missing(evidence: string, next: readonly Hint[] = []): Found {
  return { state: "missing", evidence: [evidence], next };
}

export function warning(evidence: string, next: readonly Hint[] = []): Found {
  return { state: "warning", evidence: [evidence], next };
}

export function unknown(evidence: string, next: readonly Hint[] = []): Found {
  return { state: "unknown", evidence: [evidence], next };
}
