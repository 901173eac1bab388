import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { appSettingsLink, installationLink } from "../../forge/web-links.ts";
import { Incomplete } from "../../shared/errors.ts";
import { AppGone } from "../setup/app-gone.ts";
import type { AppPlace } from "../setup/app-gone.ts";
import { explainInstallation } from "../setup/explain-installation.ts";
import type { InstallationContext } from "../setup/explain-installation.ts";
import { evaluateInstallations } from "../setup/installation.ts";
import type { SeenInstallation } from "../setup/installation.ts";
import { digestRepositories } from "./run-proof.ts";
import type { Proof } from "./run-proof.ts";
import type { AppReport } from "./proof-workflow.ts";
import { count as formatCount } from "../../shared/count.ts";

/** An installation that covers other repositories than it should. */
export class OtherRepositories extends Incomplete {
  /** As the run saw it. */
  readonly installation: SeenInstallation;

  constructor(
    message: string,
    { seen, link }: { seen: SeenInstallation; link: string | undefined },
  ) {
    super(message, [
      {
        say: "Correct the selection on the installation's page, then try again",
        ...(link !== undefined && { link }),
      },
    ]);
    this.installation = seen;
  }
}

/** @throws AppGone where a run was told that there is no such App */
export function requireThere(
  { gone }: Proof,
  { role, clientId, ...place }: AppPlace & { role: AppRole; clientId: string },
): void {
  if (gone?.[role] === clientId) throw new AppGone(clientId, place);
}

/**
 * Takes one App's report out of a run, when it is of that App and covers exactly these repositories.
 * @throws Incomplete, or OtherRepositories, saying what the run found instead
 */
export function requireReport(
  { reports, runLink }: Proof,
  wanted: {
    role: AppRole;
    clientId: string;
    repositories: readonly string[];
    /** Where a person corrects which repositories an installation covers. */
    pageOf?: (installationId: number) => string;
  },
): AppReport {
  const { role, clientId, repositories } = wanted;
  const report = reports[role];
  const see = [{ say: "See the run", link: runLink }];
  if (!report)
    throw new Incomplete(`The run could not use the stored key of the ${role} App.`, see);
  if (report.clientId !== clientId) {
    throw new Incomplete(`The stored key is of App ${report.clientId}, not of ${clientId}.`, see);
  }
  if (report.repositoriesDigest !== digestRepositories(repositories)) {
    const { installationId, updatedAt, repositoryCount: count } = report;
    throw new OtherRepositories(
      `The ${role} App covers ${formatCount(count, "repository")}, not exactly: ${repositories.join(", ")}.`,
      { seen: { installationId, updatedAt }, link: wanted.pageOf?.(installationId) },
    );
  }
  return report;
}

/**
 * Holds a report against the owner's own list of installations, where this login may see that.
 * @throws Incomplete when the forge lists no such installation of this App
 */
export function requireListed(
  { appId, installationId }: AppReport,
  installations: readonly Installation[] | undefined,
  runLink: string,
): void {
  const isListed = installations?.some(
    (listed) => listed.id === installationId && listed.appId === appId,
  );
  if (isListed ?? true) return;
  throw new Incomplete(
    `The run tells of installation ${installationId} of App ${appId}, which the forge does not list.`,
    [{ say: "See the run, and who may change workflows in that repository", link: runLink }],
  );
}

/**
 * Judges the installation that a run saw, as the App itself sees it: it has to be as wanted in every respect but the
 * list of repositories, which a report holds only as a digest.
 * @throws Incomplete saying what to mend, and where
 */
export function requireWanted(
  report: AppReport,
  { profile, account, isOwner, wanted }: Omit<InstallationContext, "installLink">,
): SeenInstallation {
  const { installationId: id, updatedAt, slug: appSlug } = report;
  const seen = { ...report, id, appSlug, account: account.login };
  const problem = explainInstallation(evaluateInstallations([seen], wanted), {
    profile,
    account,
    isOwner,
    installLink: installationLink(profile, account, id),
    wanted,
  });
  if (problem) throw new Incomplete(problem.say, problem.hints);
  if (report.isHooked) {
    throw new Incomplete(`The ${titleOf(wanted.role)} has a webhook address.`, [
      {
        say: "Switch its webhook off, and take the address out",
        link: appSettingsLink(profile, account, appSlug),
      },
    ]);
  }
  return { installationId: id, updatedAt };
}
