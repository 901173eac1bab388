import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import { requiredPermissions } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { Permissions } from "../../src/credentials/apps/ceilings.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";

/** What a PAT would be for, and what the forge tells the operator of the repositories. */
export interface PatScope {
  readonly settings: Settings;
  readonly facts: ReadonlyMap<string, RepositoryFacts>;
}

/** What a PAT is given: what the packages need, and what each run reads before it begins. */
export function patPermissions(settings: Settings): Permissions {
  return { actions: "read", contents: "read", ...requiredPermissions(settings) };
}

/** Whether the operator has the access already that the token needs there: a PAT adds none. */
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
