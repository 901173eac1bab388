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

/** Returns whether two choices name the same profile and the same credentials. */
export function isSameChoice(one: ProfileChoice, other: ProfileChoice): boolean {
  const flags = ["profile", "readApp", "writeApp", "pat"] as const;
  return flags.every((flag) => one[flag] === other[flag]);
}

export function chosenRoles({ readApp, writeApp }: ProfileChoice): AppRole[] {
  const isChosen = { read: readApp, write: writeApp };
  return appRoles.filter((role) => isChosen[role]);
}
