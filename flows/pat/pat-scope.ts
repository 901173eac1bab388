import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import { requiredPermissions } from "../../src/plane/scope/required-permissions.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { preActivation } from "../../src/credentials/apps/ceilings.ts";
import type { Permissions } from "../../src/credentials/apps/ceilings.ts";
import { handlerPermissions } from "../../src/credentials/apps/handlers.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";

/** The scope of a PAT, and the facts that GitHub reports to the operator about its repositories. */
export interface PatScope {
  readonly settings: Settings;
  readonly facts: ReadonlyMap<string, RepositoryFacts>;
}

/**
 * Returns the permissions for a PAT: those that the review packages need, those that each run needs
 * before it begins, and the one for the control file's issues, which contain the results.
 */
export function patPermissions(settings: Settings): Permissions {
  return { ...preActivation, ...requiredPermissions(settings), ...handlerPermissions.issue };
}

/**
 * Returns whether the operator's own access to a repository is sufficient for the token. A PAT
 * cannot grant more access than its owner has.
 */
export function evaluateAccess(name: string, { facts, settings }: PatScope): Known {
  const seen = facts.get(name);
  if (!seen) return facts.size === 0 ? "unknown" : false;
  return isWritten(name, settings) ? seen.canWrite : true;
}

function isWritten(
  name: string,
  { mode, destination, targets, alternateRepository }: Settings,
): boolean {
  const isTarget = targets.includes(name);
  return mode === "live" || name === alternateRepository || (destination === "target" && isTarget);
}
