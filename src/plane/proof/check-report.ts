import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { appSettingsLink, appsPage, installationLink } from "../../forge/web-links.ts";
import { Incomplete } from "../../shared/errors.ts";
import { AppGone } from "../setup/app-gone.ts";
import type { AppLocation } from "../setup/app-gone.ts";
import { explainInstallation } from "../setup/explain-installation.ts";
import type { InstallationContext } from "../setup/explain-installation.ts";
import { evaluateInstallations } from "../setup/installation.ts";
import type { SeenInstallation } from "../setup/installation.ts";
import { digestRepositories } from "./run-proof.ts";
import type { Proof } from "./run-proof.ts";
import type { AppReport } from "./proof-workflow.ts";
import { count as formatCount } from "../../shared/count.ts";

/** The installation covers different repositories than planned. */
export class OtherRepositories extends Incomplete {
  /** The installation as the run reported it. */
  readonly installation: SeenInstallation;

  constructor(
    message: string,
    { seen, link }: { seen: SeenInstallation; link: string | undefined },
  ) {
    super(message, [
      {
        text: "Correct the selection on the installation's page, then try again",
        ...(link !== undefined && { link }),
      },
    ]);
    this.installation = seen;
  }
}

/** The App is not installed on the control repository. */
export class NotInstalled extends Incomplete {
  constructor(role: AppRole, { profile, repository, account }: AppLocation) {
    super(`The ${titleOf(role)} is not installed on ${repository.full}.`, [
      { text: "Install the App from its settings page", link: appsPage(profile, account) },
    ]);
  }
}

/**
 * @throws AppGone if the run found that the App does not exist; NotInstalled if it is not installed
 */
export function requireThere(
  { gone, uninstalled }: Proof,
  { role, clientId, ...location }: AppLocation & { role: AppRole; clientId: string },
): void {
  if (gone?.[role] === clientId) throw new AppGone(clientId, location);
  if (uninstalled?.[role] === clientId) throw new NotInstalled(role, location);
}

/**
 * Returns one App's report from a run, if it belongs to that App and covers exactly these
 * repositories.
 *
 * @throws Incomplete if the run could not use the App's stored key, or the key belongs to a
 *   different App; OtherRepositories if the repositories differ
 */
export function requireReport(
  { reports, runLink }: Proof,
  wanted: {
    role: AppRole;
    clientId: string;
    repositories: readonly string[];
    /** Returns the page on which an installation's repositories can be corrected. */
    pageOf?: (installationId: number) => string;
  },
): AppReport {
  const { role, clientId, repositories } = wanted;
  const report = reports[role];
  const see = [{ text: "See the run", link: runLink }];
  if (!report)
    throw new Incomplete(`The run could not use the stored key of the ${role} App.`, see);
  if (report.clientId !== clientId) {
    throw new Incomplete(
      `The stored key belongs to App ${report.clientId}, not to ${clientId}.`,
      see,
    );
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
 * Compares a report with the owner's own list of installations, if this account can read it.
 *
 * @throws Incomplete if the list does not contain the installation
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
    `The run reported installation ${installationId} of App ${appId}, which the API does not list.`,
    [
      {
        text: "Check the run, and who can change workflows in the control repository",
        link: runLink,
      },
    ],
  );
}

/**
 * Checks an installation that its App reported from a workflow run. The installation must match the
 * plan. Its repositories are not compared here, because the report contains only a digest of them.
 *
 * @throws Incomplete with the problem and the page on which to fix it
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
  if (problem) throw new Incomplete(problem.text, problem.hints);
  if (report.isHooked) {
    throw new Incomplete(`The ${titleOf(wanted.role)} has a webhook URL.`, [
      {
        text: "Deactivate the App's webhook and remove the URL",
        link: appSettingsLink(profile, account, appSlug),
      },
    ]);
  }
  return { installationId: id, updatedAt };
}
