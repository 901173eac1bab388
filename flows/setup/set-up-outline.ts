import { appRoles, titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { billingRow } from "../scope/confirm-entitlement.ts";
import { patRow } from "../pat/pat-summary.ts";
import { accessRow } from "../shared/rows.ts";

export const repositoryRow = "Repository";
export const recordsRow = "Records";

/** The rows of the list of what is done, in order. As long as no profile is chosen, both Apps are to come. */
export function setUpOutline(roles: readonly AppRole[] = appRoles, hasPat = false): string[] {
  const apps = roles.flatMap((role) => [titleOf(role), accessRow(role)]);
  return [
    repositoryRow,
    "Scope",
    billingRow,
    "Profile",
    ...(hasPat ? [patRow] : []),
    ...apps,
    ...(apps.length > 0 ? [recordsRow] : []),
  ];
}
