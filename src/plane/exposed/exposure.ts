import { titleOfCredential } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { ExposureSearch } from "./search.ts";
import type { SwitchChange } from "./switches.ts";

/** An incident, from the first containment step until nothing remains to be done. */
export interface Incident {
  /**
   * Time of the start (ISO 8601), which identifies the incident; "unknown" if the journal is
   * damaged.
   */
  readonly openedAt: string;
  /** Account of the operator who opened the incident. */
  readonly openedBy: string;
  readonly credentials: readonly StoredCredential[];
  readonly packages: readonly string[];
  /**
   * Original value of each kill switch; null if it did not exist. A rerun can no longer read these
   * values, because the switches are already off.
   */
  readonly switches: Readonly<Record<string, string | null>>;
  /**
   * Original storage date of each credential's secret, according to GitHub. A later date means a
   * rotation.
   */
  readonly storedAt: Readonly<Partial<Record<StoredCredential, string | null>>>;
}

/**
 * The specification's steps for an exposure, in order. The steps for a credential are repeated for
 * each credential.
 */
export type ExposureStep =
  | "switches-off"
  | "cancel-runs"
  | "runs-ended"
  | `alive ${StoredCredential}`
  | `uninstalled ${StoredCredential}`
  | `token-ended ${StoredCredential}`
  | `ended ${StoredCredential}`
  | "search"
  | `rotated ${StoredCredential}`
  | "review-mode"
  | "switches-on";

/**
 * `done`: verified. `reported`: stated by a person. `partial` and `failed`: work remains.
 * `skipped`: not wanted or not needed. `unknown`: the journal is damaged.
 */
export type ExposureResult = "done" | "reported" | "partial" | "failed" | "skipped" | "unknown";

/** An attempt at a step, as stored in the record. Does not contain secrets. */
export interface ExposureEntry {
  readonly step: ExposureStep;
  /** Time (ISO 8601); "unknown" if the journal is damaged. */
  readonly at: string;
  readonly by: string;
  readonly result: ExposureResult;
  /** Description of the resulting state, as a sentence. */
  readonly statement: string;
  /** Evidence for the state: requests and responses, links, names. */
  readonly evidence: readonly string[];
  readonly switches?: readonly SwitchChange[];
  readonly search?: ExposureSearch;
}

/** The record of an incident, suitable for a security team. */
export interface ExposureRecord {
  readonly version: 1;
  readonly host: string;
  readonly repository: string;
  readonly incident: Incident;
  readonly state: "open" | "closed";
  /** Credentials for which the incident was opened, and those added later. */
  readonly credentials: readonly StoredCredential[];
  /** Every attempt, oldest first. */
  readonly entries: readonly ExposureEntry[];
  /**
   * Remaining steps, in order; empty if the incident is closed. `open` contains their descriptions.
   */
  readonly remaining: readonly ExposureStep[];
  readonly open: readonly string[];
}

export interface ExposureLocation {
  readonly host: string;
  /** Full name of the control repository. */
  readonly repository: string;
}

/** Returns the display name of a step. */
export function nameStep(step: ExposureStep): string {
  const [name, credential] = step.split(" ") as [string, StoredCredential?];
  const words = stepNames[name] ?? name;
  return credential === undefined ? words : `${words}: ${titleOfCredential(credential)}`;
}

const stepNames: Readonly<Record<string, string>> = {
  "switches-off": "Kill switches",
  "cancel-runs": "Cancel active runs",
  "runs-ended": "Active runs",
  alive: "Key test",
  uninstalled: "Uninstalled",
  "token-ended": "Installation token",
  ended: "Revocation",
  search: "Search",
  rotated: "Rotation",
  "review-mode": "Review mode",
  "switches-on": "Restore kill switches",
};
