import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { readVisibility } from "../../forge/resources/apps.ts";
import type { AppVisibility } from "../../forge/resources/apps.ts";
import { installationOf } from "./checks/check-context.ts";
import type { ReviewFacts } from "./review-facts.ts";

type Named = Pick<ReviewFacts, "run" | "installations" | "variables">;

/** Finds the visibility of each stored App. An App with an unknown name is omitted. */
export async function findVisibilities(
  stranger: ForgeClient,
  facts: Named,
): Promise<ReadonlyMap<AppRole, AppVisibility>> {
  const found = await Promise.all(
    appRoles.map(async (role) => {
      const slug = findSlug(facts, role);
      return slug === undefined ? [] : [[role, await readVisibility(stranger, slug)] as const];
    }),
  );
  return new Map(found.flat());
}

/**
 * Returns the App's slug from its report in a run, or else from the owner's list of installations.
 */
function findSlug(facts: Named, role: AppRole): string | undefined {
  const { run } = facts;
  const report = run.isSeen ? run.value.found.reports[role] : undefined;
  return report?.slug ?? installationOf(facts, role)?.appSlug;
}
