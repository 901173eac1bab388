import { appRoles } from "../apps/app-role.ts";
import type { AppRole } from "../apps/app-role.ts";

/** The kind of credential that a control plane uses. */
export type Profile = "workflow-token" | "app" | "pat" | "stop";

/** A profile, and the credentials that it needs. */
export interface ProfileChoice {
  readonly profile: Profile;
  readonly readApp: boolean;
  readonly writeApp: boolean;
  readonly pat: boolean;
}

export function chosenRoles({ readApp, writeApp }: ProfileChoice): AppRole[] {
  const isChosen = { read: readApp, write: writeApp };
  return appRoles.filter((role) => isChosen[role]);
}
