import { appRoles, titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { billingRow } from "../scope/confirm-entitlement.ts";
import { patRow } from "../pat/pat-summary.ts";
import { accessRow } from "../shared/rows.ts";

export const repositoryRow = "Repository";
export const recordsRow = "Records";
export const controlFileRow = "Control file";

interface Chosen {
  readonly roles: readonly AppRole[];
  readonly hasPat: boolean;
  /** Whether the scope is defined now. Without a scope, no profile is chosen. */
  readonly hasScope: boolean;
}

const all: Chosen = { roles: appRoles, hasPat: false, hasScope: true };

/**
 * Returns the rows of the progress log, in order. Until a profile is chosen, both Apps are
 * included.
 */
export function setUpOutline({ roles, hasPat, hasScope }: Chosen = all): string[] {
  const apps = roles.flatMap((role) => [titleOf(role), accessRow(role)]);
  return [
    repositoryRow,
    ...(hasScope ? ["Scope"] : []),
    billingRow,
    ...(hasScope ? ["Profile"] : []),
    ...(hasPat ? [patRow] : []),
    ...apps,
    ...(apps.length > 0 ? [recordsRow] : []),
    ...(hasScope ? [controlFileRow] : []),
  ];
}
