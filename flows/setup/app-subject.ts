import type { Position } from "../../src/prompts/prompter.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import type { Permissions } from "../../src/credentials/apps/ceilings.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Creator } from "./choose-creator.ts";

/** One App of a control plane, and the results of the checks before its setup. */
export interface AppSubject {
  readonly role: AppRole;
  readonly ready: Readiness;
  /** Permissions that the App may have for the chosen scope. */
  readonly ceiling: Permissions;
  /** Position of the setup step that creates the App. */
  readonly position?: Position | undefined;
  /** How this run gets an App that does not exist; undefined if the operator was not asked yet. */
  readonly creator?: Creator | undefined;
  /** Whether the operator has already confirmed the App's plan, including its name. */
  readonly isConfirmed?: boolean;
}
