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

/** An installation at one moment: the forge changes the date with any change of it. */
export interface SeenInstallation {
  readonly installationId: number;
  readonly updatedAt: string;
}

/** What the journal keeps of an installation that was seen to be exact: enough to notice any change of it. */
export interface InstallationProof extends SeenInstallation {
  /** ISO 8601. */
  readonly provedAt: string;
}

/** What is wrong with an installation, as everybody sees it who may see it at all. */
export type InstallationFault =
  | { readonly state: "suspended" }
  | { readonly state: "all-repositories" }
  | {
      readonly state: "other-permissions";
      readonly differences: readonly PermissionDifference[];
    };

/** How an installation stands to what is wanted. Only `exact` is complete. */
export type InstallationVerdict =
  | { readonly state: "exact"; readonly installation: Installation }
  | { readonly state: "absent" }
  /** Not there either: somebody asked for it, and an owner has to approve it. */
  | { readonly state: "requested"; readonly by: string; readonly since: string }
  | { readonly state: "other-account"; readonly accounts: readonly string[] }
  | (InstallationFault & { readonly installation: Installation })
  | {
      readonly state: "other-repositories";
      readonly installation: Installation;
      readonly missing: readonly string[];
      readonly extra: readonly string[];
    };

/** What earlier looks of one wait saw of an installation that is not as wanted yet. */
export interface Coverage {
  last?: SeenInstallation & { readonly names: readonly string[] };
  /** How often it was taken for the present since. */
  times: number;
}

/** The forge may change the selection and not the date: it does not say that it never does. */
const mostTimes = 4;

/** Of an installation that covered so much when it was last seen. It is read at the first look all the same. */
export function beginCoverage(last: NonNullable<Coverage["last"]>): Coverage {
  return { last, times: mostTimes };
}

/** Looks with the App's own key whether and how it is installed: at everything but the exact repositories. */
export async function findInstallation(
  client: Pick<AppClient, "installations" | "installationRequests">,
  wanted: WantedInstallation,
): Promise<InstallationVerdict> {
  const verdict = evaluateInstallations(await client.installations(), wanted);
  return verdict.state === "absent" ? ((await findRequest(client, wanted)) ?? verdict) : verdict;
}

/**
 * Looks at an App's installation with the App's own key: the only way to see the exact repositories. While its date stays
 * the same, the ones that were seen count for some looks, but never as exact: a token is not made for each look.
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
  // Mended under the same date, so most likely after that was read: a proof would name the date of what was before.
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

/** Whether all that is missing is an owner's word. */
export function isForOwner(verdict: InstallationVerdict | undefined): boolean {
  return verdict?.state === "absent" || verdict?.state === "requested";
}

/** Judges everything but the exact repositories, which a list of installations does not tell. */
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
  const [fault] = findFaults(installation, wanted.role);
  return fault ? { ...fault, installation } : { state: "exact", installation };
}

/** Everything that is wrong, the worst first, whoever saw it: a list, a run, or the App itself. */
export function findFaults(
  seen: Pick<Installation, "isSuspended" | "selection" | "permissions">,
  role: AppRole,
): InstallationFault[] {
  const differences = comparePermissions(ceilings[role], seen.permissions);
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
