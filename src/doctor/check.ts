import type { Hint } from "../shared/errors.ts";

/**
 * `missing` prevents setup. `warning` means that setup works with limitations. `unknown` means that
 * the check could not be completed.
 */
export type CheckState = "ok" | "missing" | "warning" | "unknown";

/**
 * The result of one check, and how to fix the problem. It contains no secrets and does not identify
 * the user.
 */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  readonly state: CheckState;
  readonly evidence: readonly string[];
  readonly next: readonly Hint[];
}

export type Found = Pick<DoctorCheck, "state" | "evidence"> & { readonly next?: readonly Hint[] };

/** One check to run. */
export interface Examination {
  readonly id: string;
  readonly title: string;
  /** Whether setup requires the checked item. */
  readonly isNeeded: boolean;
  readonly run: () => Found | Promise<Found>;
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
