import type { Place } from "../../src/prompts/prompter.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";

/** One App of a control plane that is ready for it. */
export interface AppSubject {
  readonly role: AppRole;
  readonly ready: Readiness;
  /** Which of the setup's steps makes it. */
  readonly place?: Place | undefined;
}
