import type { Position } from "../../src/prompts/prompter.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";

/** One App of a control plane, and the results of the checks before its setup. */
export interface AppSubject {
  readonly role: AppRole;
  readonly ready: Readiness;
  /** Position of the setup step that creates the App. */
  readonly position?: Position | undefined;
}
