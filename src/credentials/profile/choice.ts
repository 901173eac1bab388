/** Which credential a control plane uses. */
export type Profile = "workflow-token" | "app" | "pat" | "stop";

/** A profile, and the credentials that it needs. */
export interface ProfileChoice {
  readonly profile: Profile;
  readonly readApp: boolean;
  readonly writeApp: boolean;
  readonly pat: boolean;
}
