import type { AppVisibility } from "../../forge/resources/apps.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Credential } from "../../credentials/credential.ts";
import type { Entitlement } from "../../credentials/entitlement.ts";
import type { Brand } from "../../forge/brand.ts";
import type { Hint } from "../../shared/errors.ts";
import type { CommandFormatter } from "../repository/command-line.ts";
import type { EnvironmentProtection } from "../repository/environment-protection.ts";
import type { Decision } from "../scope/decision.ts";
import type { ControlFindings } from "../../run/control/review-control.ts";
import type { Found } from "../scope/read-decided.ts";
import type { ReviewOutputs } from "./outputs.ts";
import type { RunPackage } from "./run-package.ts";
import type { Proof } from "../proof/run-proof.ts";
import type { Settings } from "../scope/settings.ts";

/** A value, or the reason why it is not visible. An invisible value never counts as correct. */
export type Seen<T> =
  | { readonly isSeen: true; readonly value: T }
  | { readonly isSeen: false; readonly reason: string; readonly next?: readonly Hint[] };

export function seen<T>(value: T): Seen<T> {
  return { isSeen: true, value };
}

export function unseen(reason: string, next: readonly Hint[] = []): Seen<never> {
  return { isSeen: false, reason, next };
}

/** The credentials that a run was asked to test, and the run's report. */
interface ProofRun {
  readonly asked: readonly Credential[];
  readonly found: Proof;
}

/**
 * The current state of the forge, as visible to this account. It contains neither the text of
 * outputs nor secrets.
 */
export interface ReviewFacts {
  /** `owner/name` */
  readonly controlRepository: string;
  readonly brand: Brand;
  /** Whether the embedded forge answers, which simulates agents. */
  readonly isEmbedded: boolean;
  readonly now: Date;
  /** Formats a gatehouse command for this control repository, ready to paste. */
  readonly command: CommandFormatter;
  readonly settings: Found<Settings>;
  readonly decision: Found<Decision>;
  /** Values of variables, by name; client IDs are not secret. */
  readonly variables: Seen<ReadonlyMap<string, string>>;
  /** Date on which each secret was last stored (ISO 8601), by name. */
  readonly secrets: Seen<ReadonlyMap<string, string>>;
  /** Names of variables and secrets that the organization shares with the control repository. */
  readonly organizationVariables: Seen<ReadonlySet<string>>;
  readonly organizationSecrets: Seen<ReadonlySet<string>>;
  /** Name of the environment that stores the PAT. */
  readonly environmentName: string;
  /** Protection of the environment; undefined if the environment does not exist. */
  readonly environment: Seen<EnvironmentProtection | undefined>;
  /** Date on which each secret was last stored (ISO 8601), by name. */
  readonly environmentSecrets: Seen<ReadonlyMap<string, string>>;
  readonly installations: Seen<readonly Installation[]>;
  /** Visibility of each App. An App with an unknown name is omitted. */
  readonly visibilities: ReadonlyMap<AppRole, AppVisibility>;
  readonly entitlement: Entitlement;
  readonly run: Seen<ProofRun>;
  readonly sharedControl: Seen<ControlFindings>;
  readonly runPackage: RunPackage;
  readonly outputs: Seen<ReviewOutputs>;
}
