import { appRoles } from "../apps/app-role.ts";
import type { AppRole } from "../apps/app-role.ts";
import { chosenRoles } from "./choice.ts";
import type { Profile, ProfileChoice } from "./choice.ts";
import { decideProfile } from "./decide-profile.ts";
import type { ProfileFacts } from "./facts.ts";

/** The Apps that a scope needs, if this is known before the operator answers a question. */
export type NeededApps =
  | { readonly isDecided: true; readonly profile: Profile; readonly roles: readonly AppRole[] }
  | {
      readonly isDecided: false;
      /** What the decision depends on, as a sentence. */
      readonly reason: string;
      /** The Apps that may be needed. */
      readonly roles: readonly AppRole[];
    };

/** Returns the result if nothing is known about the scope. */
export function undecidedApps(reason: string): NeededApps {
  return { isDecided: false, reason, roles: appRoles };
}

/**
 * Finds the Apps that setup would choose for a scope.
 * @param facts facts about the scope; what they state about Apps and PATs is ignored
 * @param known.recorded the committed choice, if the scope has not changed since; it contains
 *   answers of the operator
 */
export function findNeededApps(
  facts: ProfileFacts,
  { isOwner, recorded }: { readonly isOwner: boolean; readonly recorded?: ProfileChoice },
): NeededApps {
  const none = { patEligible: "unknown", patConsent: "unknown" } as const;
  const choice = decideProfile({ ...facts, ...none, appInstallable: true });
  const roles = chosenRoles(choice);
  const { profile } = choice;
  // Without Apps, or for an owner who can install them, setup does not ask anything.
  if (profile !== "stop" && (isOwner || roles.length === 0))
    return { isDecided: true, profile, roles };
  if (recorded && recorded.profile !== "stop") {
    return { isDecided: true, profile: recorded.profile, roles: chosenRoles(recorded) };
  }
  if (profile === "stop") return undecidedApps("No credential qualifies yet.");
  const reason = "It depends on whether an owner of the account approves Apps.";
  return { isDecided: false, reason, roles };
}
