import type { AppClient } from "../../credentials/apps/app-client.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { ceilings, comparePermissions } from "../../credentials/apps/ceilings.ts";
import type { PermissionDifference } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";

/** What an installation has to be: on this account, for exactly these repositories. */
export interface WantedInstallation {
  readonly role: AppRole;
  readonly account: string;
  /** Full names. */
  readonly repositories: readonly string[];
}

/** What the journal keeps of an installation that was seen to be exact: enough to notice any change of it. */
export interface InstallationProof {
  readonly installationId: number;
  readonly updatedAt: string;
}

/** How an installation stands to what is wanted. Only `exact` is complete. */
export type InstallationVerdict =
  | { readonly state: "exact"; readonly installation: Installation }
  | { readonly state: "absent" }
  | { readonly state: "other-account"; readonly accounts: readonly string[] }
  | { readonly state: "suspended"; readonly installation: Installation }
  | { readonly state: "all-repositories"; readonly installation: Installation }
  | {
      readonly state: "other-repositories";
      readonly installation: Installation;
      readonly missing: readonly string[];
      readonly extra: readonly string[];
    }
  | {
      readonly state: "other-permissions";
      readonly installation: Installation;
      readonly differences: readonly PermissionDifference[];
    };

/** Looks at an App's installation with the App's own key: the only way to see the exact repositories. */
export async function inspectInstallation(
  client: AppClient,
  wanted: WantedInstallation,
): Promise<InstallationVerdict> {
  const verdict = judgeInstallations(await client.installations(), wanted);
  if (verdict.state !== "exact") return verdict;
  const covered = await client.repositoriesOf(verdict.installation);
  return judgeRepositories(
    verdict.installation,
    covered.map(({ fullName }) => fullName),
    wanted,
  );
}

/** Judges everything but the exact repositories, which a list of installations does not tell. */
export function judgeInstallations(
  installations: readonly Installation[],
  wanted: WantedInstallation,
): InstallationVerdict {
  const isSame = (account: string) => account.toLowerCase() === wanted.account.toLowerCase();
  const installation = installations.find(({ account }) => isSame(account));
  if (!installation) {
    const accounts = installations.map(({ account }) => account);
    return accounts.length === 0 ? { state: "absent" } : { state: "other-account", accounts };
  }
  if (installation.isSuspended) return { state: "suspended", installation };
  if (installation.selection === "all") return { state: "all-repositories", installation };
  const differences = comparePermissions(ceilings[wanted.role], installation.permissions);
  if (differences.length > 0) return { state: "other-permissions", installation, differences };
  return { state: "exact", installation };
}

function judgeRepositories(
  installation: Installation,
  covered: readonly string[],
  wanted: WantedInstallation,
): InstallationVerdict {
  const without = (names: readonly string[], others: readonly string[]) => {
    const known = new Set(others.map((name) => name.toLowerCase()));
    return names.filter((name) => !known.has(name.toLowerCase()));
  };
  const missing = without(wanted.repositories, covered);
  const extra = without(covered, wanted.repositories);
  return missing.length + extra.length === 0
    ? { state: "exact", installation }
    : { state: "other-repositories", installation, missing, extra };
}
