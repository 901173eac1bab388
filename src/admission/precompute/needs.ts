import { preActivation } from "../../credentials/apps/ceilings.ts";
import type { Permission, Permissions } from "../../credentials/apps/ceilings.ts";
import type { Credential } from "../../credentials/credential.ts";
import { countedLists } from "../../forge/resources/target-query.ts";
import type { CountedList } from "../../forge/resources/target-query.ts";

/** What a run reads of its targets besides what every run does: as much as its packages' APIs need. */
export interface Needs {
  readonly counts: readonly CountedList[];
  /** Whether workflows run there at all. */
  readonly actionsSwitch: boolean;
  /** What a token has to be allowed for it. */
  readonly permissions: Permissions<"read">;
}

const apiOf = {
  issues: "issues",
  pullRequests: "pull_requests",
} as const satisfies Record<CountedList, Permission>;

/**
 * What is not needed is not asked for, so that a permission that nobody gave for it is no gap.
 * @see spec/credentials.md, "App permission ceilings": what comes before activation, and the checked-in scope
 */
export function findNeeds(
  packages: readonly { readonly apis: readonly Permission[] }[],
  credential: Exclude<Credential, "write-app">,
): Needs {
  const apis = new Set(packages.flatMap((each) => each.apis));
  const counts = countedLists.filter((list) => apis.has(apiOf[list]));
  const counted: Permissions<"read"> = Object.fromEntries(
    counts.map((list) => [apiOf[list], "read" as const]),
  );
  return {
    counts,
    // Administration: read is in no contract of the read App.
    actionsSwitch: apis.has("administration") && credential !== "read-app",
    permissions: { ...preActivation, ...counted },
  };
}
