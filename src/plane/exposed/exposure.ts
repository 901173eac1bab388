import { titleOfCredential } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { ExposureSearch } from "./search.ts";
import type { SwitchChange } from "./switches.ts";

/** One incident: opened with the first containment, closed when nothing is left to do. */
export interface Incident {
  /** ISO 8601; names the incident. "unknown" where the journal does not tell any more. */
  readonly openedAt: string;
  /** The forge login of whoever opened it. */
  readonly openedBy: string;
  readonly credentials: readonly StoredCredential[];
  readonly packages: readonly string[];
  /** Each kill switch as it was then, null where it was not there: a rerun finds them switched off. */
  readonly switches: Readonly<Record<string, string | null>>;
  /** When each credential's secret was stored, as the forge told it then: a later date is a rotation. */
  readonly storedAt: Readonly<Partial<Record<StoredCredential, string | null>>>;
}

/** The steps of the specification, in its order; those of a credential are there for each. */
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
 * `done` was observed, `told` is a person's word, `partial` and `failed` leave something to do, `skipped` was not
 * wanted or not needed. `unknown` is what a damaged journal does not tell any more.
 */
export type ExposureResult = "done" | "told" | "partial" | "failed" | "skipped" | "unknown";

/** One attempt at one step, as the record keeps it. It holds no secret. */
export interface ExposureEntry {
  readonly step: ExposureStep;
  /** ISO 8601; "unknown" where the journal does not tell any more. */
  readonly at: string;
  readonly by: string;
  readonly result: ExposureResult;
  /** What is so now, in a sentence. */
  readonly said: string;
  /** What it was seen by: requests and answers, links, names. */
  readonly evidence: readonly string[];
  readonly switches?: readonly SwitchChange[];
  readonly search?: ExposureSearch;
}

/** The record of an incident, fit to be handed to a security team. */
export interface ExposureRecord {
  readonly version: 1;
  readonly host: string;
  readonly repository: string;
  readonly incident: Incident;
  readonly state: "open" | "closed";
  /** Those that it was opened for, and those that were added since. */
  readonly credentials: readonly StoredCredential[];
  /** Every attempt, oldest first. */
  readonly entries: readonly ExposureEntry[];
  /** What is left to do, in order, with the word on each; empty when the incident is closed. */
  readonly remaining: readonly ExposureStep[];
  readonly open: readonly string[];
}

export interface ExposurePlace {
  readonly host: string;
  /** Full name of the control repository. */
  readonly repository: string;
}

/** What people call a step. */
export function nameStep(step: ExposureStep): string {
  const [name, credential] = step.split(" ") as [string, StoredCredential?];
  const words = stepNames[name] ?? name;
  return credential === undefined ? words : `${words}: ${titleOfCredential(credential)}`;
}

const stepNames: Readonly<Record<string, string>> = {
  "switches-off": "Kill switches",
  "cancel-runs": "Cancel active runs",
  "runs-ended": "Active runs",
  alive: "Key tried",
  uninstalled: "Uninstalled",
  "token-ended": "Installation token",
  ended: "Revocation",
  search: "Search",
  rotated: "Rotation",
  "review-mode": "Review mode",
  "switches-on": "Kill switches back on",
};
