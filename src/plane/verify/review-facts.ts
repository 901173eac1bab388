import type { AppVisibility } from "../../forge/resources/apps.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Credential } from "../../credentials/credential.ts";
import type { Entitlement } from "../../credentials/entitlement.ts";
import type { Brand } from "../../forge/brand.ts";
import type { Hint } from "../../shared/errors.ts";
import type { SayCommand } from "../repository/command-line.ts";
import type { EnvironmentProtection } from "../repository/environment-protection.ts";
import type { Decision } from "../scope/decision.ts";
import type { ControlFindings } from "../../run/control/review-control.ts";
import type { Found } from "../scope/read-decided.ts";
import type { ReviewOutputs } from "./outputs.ts";
import type { Proof } from "../proof/run-proof.ts";
import type { Settings } from "../scope/settings.ts";

/** What was looked at, or why it could not be: what is not seen is never judged as good. */
export type Seen<T> =
  | { readonly isSeen: true; readonly value: T }
  | { readonly isSeen: false; readonly because: string; readonly next?: readonly Hint[] };

export function seen<T>(value: T): Seen<T> {
  return { isSeen: true, value };
}

export function unseen(because: string, next: readonly Hint[] = []): Seen<never> {
  return { isSeen: false, because, next };
}

/** What one run was asked to prove, and what it reported. */
interface ProofRun {
  readonly asked: readonly Credential[];
  readonly found: Proof;
}

/** The forge as it is now, as far as this login sees it. No text of anybody's output, no secret. */
export interface ReviewFacts {
  /** `owner/name` */
  readonly controlRepository: string;
  readonly brand: Brand;
  readonly now: Date;
  /** A command of gatehouse for this control repository, to paste. */
  readonly command: SayCommand;
  readonly settings: Found<Settings>;
  readonly decision: Found<Decision>;
  /** Names with values: client IDs are no secrets. */
  readonly variables: Seen<ReadonlyMap<string, string>>;
  /** Names, with when each was stored (ISO 8601). */
  readonly secrets: Seen<ReadonlyMap<string, string>>;
  /** Names of what the organization shares with the control repository. */
  readonly organizationVariables: Seen<ReadonlySet<string>>;
  readonly organizationSecrets: Seen<ReadonlySet<string>>;
  /** Of the PAT. */
  readonly environmentName: string;
  /** What protects it; undefined where there is none. */
  readonly environment: Seen<EnvironmentProtection | undefined>;
  /** Names, with when each was stored (ISO 8601). */
  readonly environmentSecrets: Seen<ReadonlyMap<string, string>>;
  readonly installations: Seen<readonly Installation[]>;
  /** Whether everybody may see and install an App; one whose name nobody tells is left out. */
  readonly visibilities: ReadonlyMap<AppRole, AppVisibility>;
  readonly entitlement: Entitlement;
  readonly run: Seen<ProofRun>;
  readonly sharedControl: Seen<ControlFindings>;
  readonly outputs: Seen<ReviewOutputs>;
}
