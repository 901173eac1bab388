import type { AppClient } from "../../credentials/apps/app-client.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { comparePermissions } from "../../credentials/apps/ceilings.ts";
import type { PermissionDifference, Permissions } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";

/** The planned installation: the account, and exactly these repositories and permissions. */
export interface WantedInstallation {
  readonly role: AppRole;
  readonly account: string;
  /** Full names of the repositories. */
  readonly repositories: readonly string[];
  readonly ceiling: Permissions;
}

/** An installation at one point in time. If its date differs, the installation has changed. */
export interface SeenInstallation {
  readonly installationId: number;
  readonly updatedAt: string;
}

/**
 * The journal's record of an installation that matched the plan. The record contains enough data to
 * detect any later change.
 */
export interface InstallationProof extends SeenInstallation {
  /** Time of the proof (ISO 8601). */
  readonly provedAt: string;
}

/** An installation fault that is visible to every account with access to the installation. */
export type InstallationFault =
  | { readonly state: "suspended" }
  | { readonly state: "all-repositories" }
  | {
      readonly state: "other-permissions";
      readonly differences: readonly PermissionDifference[];
    };

/** An installation compared with the plan. Only `exact` means that nothing is left to do. */
export type InstallationVerdict =
  | { readonly state: "exact"; readonly installation: Installation }
  | { readonly state: "absent" }
  /**
   * The App is not installed. A user has requested the installation, and an owner must approve it.
   */
  | { readonly state: "requested"; readonly by: string; readonly since: string }
  | { readonly state: "other-account"; readonly accounts: readonly string[] }
  | (InstallationFault & { readonly installation: Installation })
  | {
      readonly state: "other-repositories";
      readonly installation: Installation;
      readonly missing: readonly string[];
      readonly extra: readonly string[];
    };

/**
 * The last reading of an installation's repositories. During one wait, it is reused while the
 * installation does not match the plan.
 */
export interface Coverage {
  last?: SeenInstallation & { readonly names: readonly string[] };
  /** Number of times that the last reading was reused. */
  times: number;
}

/**
 * Maximum number of reuses, because GitHub does not guarantee that a changed selection changes the
 * date.
 */
const mostTimes = 4;

/**
 * Creates the coverage for a wait from an earlier reading. The limit for reusing this reading
 * counts as reached, so the first inspection reads the repositories again.
 */
export function beginCoverage(last: NonNullable<Coverage["last"]>): Coverage {
  return { last, times: mostTimes };
}

/**
 * Finds the App's installation with the App's own key, and checks everything except the exact
 * repositories.
 */
export async function findInstallation(
  client: Pick<AppClient, "installations" | "installationRequests">,
  wanted: WantedInstallation,
): Promise<InstallationVerdict> {
  const verdict = evaluateInstallations(await client.installations(), wanted);
  return verdict.state === "absent" ? ((await findRequest(client, wanted)) ?? verdict) : verdict;
}

/**
 * Inspects an App's installation with the App's own key, which is the only way to read the exact
 * repositories. While the installation's date stays the same, the last reading is reused a few
 * times, to avoid minting a token for every inspection. A reading that matches the plan is never
 * reused.
 */
export async function inspectInstallation(
  client: AppClient,
  wanted: WantedInstallation,
  coverage: Coverage = { times: 0 },
): Promise<InstallationVerdict> {
  const verdict = await findInstallation(client, wanted);
  if (verdict.state !== "exact") return verdict;
  const { installation } = verdict;
  const { id: installationId, updatedAt } = installation;
  const { last } = coverage;
  const isSame = last?.installationId === installationId && last.updatedAt === updatedAt;
  const before =
    last && isSame ? evaluateRepositories(installation, last.names, wanted) : undefined;
  const amiss = before?.state === "exact" ? undefined : before;
  if (amiss && coverage.times < mostTimes) {
    coverage.times += 1;
    return amiss;
  }
  const covered = await client.repositoriesOf(installation);
  const names = covered.map(({ fullName }) => fullName);
  Object.assign(coverage, { last: { installationId, updatedAt, names }, times: 0 });
  const now = evaluateRepositories(installation, names, wanted);
  // The selection is correct now, but the installation's date was probably read before the operator
  // corrected the selection. A proof would contain the outdated date, so the installation is
  // inspected again.
  return amiss && now.state === "exact" ? inspectInstallation(client, wanted, coverage) : now;
}

async function findRequest(
  client: Pick<AppClient, "installationRequests">,
  { account }: WantedInstallation,
): Promise<InstallationVerdict | undefined> {
  const requests = await client.installationRequests();
  const found = requests.find((one) => one.account.toLowerCase() === account.toLowerCase());
  return found && { state: "requested", by: found.requester, since: found.createdAt };
}

/** Returns whether only an owner's approval is missing. */
export function isForOwner(verdict: InstallationVerdict | undefined): boolean {
  return verdict?.state === "absent" || verdict?.state === "requested";
}

/**
 * Evaluates everything except the exact repositories, which a list of installations does not
 * contain.
 */
export function evaluateInstallations(
  installations: readonly Installation[],
  wanted: WantedInstallation,
): InstallationVerdict {
  const isSame = (account: string) => account.toLowerCase() === wanted.account.toLowerCase();
  const installation = installations.find(({ account }) => isSame(account));
  if (!installation) {
    const accounts = installations.map(({ account }) => account);
    return accounts.length === 0 ? { state: "absent" } : { state: "other-account", accounts };
  }
  const [fault] = findFaults(installation, wanted.ceiling);
  return fault ? { ...fault, installation } : { state: "exact", installation };
}

/**
 * Lists all faults of an installation, the most severe first. The data comes from a list of
 * installations, a run, or the App itself.
 */
export function findFaults(
  seen: Pick<Installation, "isSuspended" | "selection" | "permissions">,
  ceiling: Permissions,
): InstallationFault[] {
  const differences = comparePermissions(ceiling, seen.permissions);
  return [
    ...(seen.isSuspended ? [{ state: "suspended" as const }] : []),
    ...(seen.selection === "all" ? [{ state: "all-repositories" as const }] : []),
    ...(differences.length > 0 ? [{ state: "other-permissions" as const, differences }] : []),
  ];
}

function evaluateRepositories(
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
