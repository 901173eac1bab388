import { titleOfCredential } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { ExposureSearch } from "./search.ts";
import type { SwitchChange } from "./switches.ts";

/** An incident, from the first containment step until all steps are completed. */
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
   * Value of each kill switch before the incident; null if it did not exist. Stored here, because
   * the switches are off when the command is run again.
   */
  readonly switches: Readonly<Record<string, string | null>>;
  /**
   * Date on which each credential's secret had been stored when the incident was opened, according
   * to GitHub. A later date means that the secret was rotated.
   */
  readonly storedAt: Readonly<Partial<Record<StoredCredential, string | null>>>;
}

/**
 * The steps that the specification defines for an exposure, in order. Steps for a credential are
 * repeated for each affected credential.
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
  /** One sentence that describes the resulting state. */
  readonly statement: string;
  /** Evidence for the statement: requests and responses, links, names. */
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
  /** Affected credentials, including those added after the incident was opened. */
  readonly credentials: readonly StoredCredential[];
  /** Every attempt, oldest first. */
  readonly entries: readonly ExposureEntry[];
  /**
   * Remaining steps, in order; empty if the incident is closed. `open` contains the descriptions of
   * these steps.
   */
  readonly remaining: readonly ExposureStep[];
  readonly open: readonly string[];
}

export interface ExposureLocation {
  readonly host: string;
  /** Full name of the control repository. */
  readonly repository: string;
}

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
