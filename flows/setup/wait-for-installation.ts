import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress } from "../../src/prompts/prompter.ts";
import type { KnownApp } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import {
  describeVerdict,
  explainInstallation,
} from "../../src/plane/setup/explain-installation.ts";
import {
  beginCoverage,
  findInstallation,
  inspectInstallation,
  isForOwner,
  evaluateInstallations,
} from "../../src/plane/setup/installation.ts";
import type {
  Coverage,
  InstallationVerdict,
  SeenInstallation,
  WantedInstallation,
} from "../../src/plane/setup/installation.ts";
import { installedStep } from "../../src/plane/setup/journal-steps.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import { AppGone } from "../../src/plane/setup/app-gone.ts";
import { ForgeUnreachable, isRefused } from "../../src/forge/forge-errors.ts";
import { appsPage, installLink, installationLink } from "../../src/forge/web-links.ts";
import type { Clock } from "../shared/clock.ts";
import { TimedOut } from "../shared/deadline.ts";
import { openStep } from "../shared/browser-visit.ts";
import { formatTime } from "../../src/shared/format-time.ts";
import { checkInBrowser } from "../shared/wait-in-browser.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export interface InstallSubject extends AppSubject {
  readonly app: KnownApp;
  /** Whether this run created the App, so it cannot be installed yet. */
  readonly isNew: boolean;
  readonly wanted: WantedInstallation;
  /** The existing installation, if this run has seen it and only repositories have to be added. */
  readonly installed?: SeenInstallation;
}

type Subject = InstallSubject & {
  /** A client with the App's key; if undefined, the owner's list of installations is used. */
  readonly client?: AppClient;
  /**
   * Whether to skip reading the repositories, because more repositories are added next and all of
   * them are verified after that.
   */
  readonly isFirst?: boolean;
};

/** Results of earlier checks during the same wait. */
interface Seen {
  last?: InstallationVerdict;
  /** Whether the previous check did not find the App. */
  wasMissed: boolean;
  readonly coverage: Coverage;
}

type LinkDeps = Pick<SetUpDeps, "profile" | "repository" | "repositoryIds">;
type InspectDeps = Pick<SetUpDeps, "profile" | "repository" | "listInstallations" | "now">;
export type InstallationDeps = LinkDeps & InspectDeps & Clock & Pick<SetUpDeps, "openLink">;

/** Time in ms during which a new key may be unknown to GitHub. */
const settlingMilliseconds = 60_000;

/**
 * Waits until an App is installed as planned, and reports what is still wrong.
 * @returns "pending" if the user can only request the installation and no owner has approved it
 *   before the deadline
 * @throws AppGone, TimedOut
 */
export async function waitForInstallation(
  context: Pick<FlowContext, "ask" | "restore">,
  deps: InstallationDeps,
  subject: Subject,
): Promise<SeenInstallation | "pending"> {
  const { role, wanted, ready } = subject;
  const { link, button, before } = await findPage(context, deps, subject);
  const coverage = before ? beginCoverage(before) : { times: 0 };
  const seen: Seen = { wasMissed: false, coverage };
  const waiting = checkInBrowser(context, deps, {
    id: `${role}-install`,
    title: before ? `Add repositories to the ${titleOf(role)}` : titleFor(subject),
    ...(subject.isNew &&
      !before && {
        body: [
          "Page not found? The page of a new App takes a few seconds to appear. Wait, then press o again.",
        ],
      }),
    steps: [
      openStep,
      `Choose "Only select repositories" and select exactly ${wanted.repositories.join(", ")}.`,
      `Press [ ${button} ]. This continues automatically.`,
    ],
    canLeave: true,
    why: "An App has no access until it is installed. If it were installed on all repositories, it could access more than was approved.",
    what: `The installation of the ${titleOf(role)}`,
    line: "not installed yet",
    next: "check account, repositories and permissions",
    link,
    selection: wanted.repositories,
    // Polling starts later for a new App. The App cannot be installed before its page is open, and
    // its key is not accepted immediately.
    ...(subject.isNew && { begins: before ? "with the page" : "with the page and a pause" }),
    poll: createInspection(deps, { ...subject, link, seen, before: before?.names }),
  });
  return waiting.catch((error: unknown) => {
    if (error instanceof TimedOut && !ready.isOwner && isForOwner(seen.last)) return "pending";
    throw error;
  });
}

/** Returns the longest title that fits in one row. */
function titleFor({ role, ready }: InstallSubject): string {
  const title = `Install the ${titleOf(role)}`;
  const full = `${title} on ${ready.account.login}`;
  return full.length <= 50 ? full : title;
}

/** Creates a function that checks the installation and reports what the user has to fix. */
function createInspection(
  deps: InspectDeps,
  subject: Subject & { link: string; seen: Seen; before: readonly string[] | undefined },
) {
  const { ready, wanted, link, seen, before, client, isFirst } = subject;
  const isRead = client !== undefined && isFirst !== true;
  const { account, isOwner } = ready;
  const context = { profile: deps.profile, account, isOwner, installLink: link, wanted };
  const start = deps.now().getTime();
  return async (report: ReportProgress): Promise<SeenInstallation | undefined> => {
    const verdict = await inspect(deps, subject, { start, seen, report });
    if (!verdict) return undefined;
    const asked = `checked at ${formatTime(deps.now())}`;
    if (before && isAsBefore(verdict, wanted, before)) {
      report({ line: `not added yet; ${asked}`, problem: null, link });
      return undefined;
    }
    const news = findNews(verdict, { last: seen.last, isRead });
    seen.last = verdict;
    // The screen shows findings and problems separately, so this line does not repeat them.
    const line = verdict.state === "absent" ? `${describeVerdict(verdict)}; ${asked}` : asked;
    const sight = verdict.state === "exact" ? "seen" : "amiss";
    report({ line, ...(news !== undefined && { [sight]: news }) });
    if (verdict.state === "exact") {
      const { id: installationId, updatedAt } = verdict.installation;
      return { installationId, updatedAt };
    }
    const problem = explainInstallation(verdict, context) ?? null;
    // If the problem has a link that fixes it, only that link is shown. A second link would force
    // the user to choose.
    const isLinked = problem?.hints.some((hint) => hint.link !== undefined) === true;
    report({ problem, link: isLinked ? null : link });
    return undefined;
  };
}

/** Returns whether the repositories to add are still missing. */
function isAsBefore(
  verdict: InstallationVerdict,
  { repositories }: WantedInstallation,
  before: readonly string[],
): boolean {
  if (verdict.state !== "other-repositories" || verdict.extra.length > 0) return false;
  const { missing } = verdict;
  return repositories.every((name) => missing.includes(name) !== before.includes(name));
}

/**
 * Describes the installation; undefined if it has not changed since the previous check. Describes
 * the exact repositories only if `isRead` is true, because otherwise they are unknown.
 */
function findNews(
  verdict: InstallationVerdict,
  { last, isRead }: { last: InstallationVerdict | undefined; isRead: boolean },
): string | undefined {
  const describe = (seen: InstallationVerdict) =>
    seen.state === "exact" && !isRead
      ? "installed on selected repositories"
      : describeVerdict(seen);
  const now = describe(verdict);
  // At the first check, a missing installation does not count as a change.
  return now === describe(last ?? { state: "absent" }) ? undefined : now;
}

/**
 * Returns undefined if this check was inconclusive: the key is not accepted yet, or the request
 * failed.
 */
async function inspect(
  deps: InspectDeps,
  { client, app, wanted, ready, isFirst }: Subject,
  { start, seen, report }: { start: number; seen: Seen; report: ReportProgress },
): Promise<InstallationVerdict | undefined> {
  const { wasMissed } = seen;
  seen.wasMissed = false;
  try {
    if (client && isFirst) return await findInstallation(client, wanted);
    if (client) return await inspectInstallation(client, wanted, seen.coverage);
    const installations = await deps.listInstallations();
    return evaluateInstallations(installationsOf(app, installations ?? []), wanted);
  } catch (error) {
    seen.wasMissed = client !== undefined && isRefused(error, 404) && (await isGone(client));
    // A single 404 response may be wrong, so the next check sends the request again.
    if (seen.wasMissed && wasMissed) {
      throw new AppGone(app.clientId, { ...deps, account: ready.account });
    }
    const isSettling =
      error instanceof KeyRefused && deps.now().getTime() - start < settlingMilliseconds;
    if (seen.wasMissed) report({ line: "App not found; checking again" });
    else if (isSettling) report({ line: "The new key is not accepted yet; checking again" });
    else if (error instanceof ForgeUnreachable)
      report({
        line: `no response; checked at ${formatTime(deps.now())}`,
        problem: { text: error.message, hints: error.hints },
      });
    else throw error;
    return undefined;
  }
}

/**
 * Returns whether the App itself was deleted. A 404 for one of its resources does not prove that.
 */
function isGone(client: AppClient): Promise<boolean> {
  return client.app().then(
    () => false,
    (error: unknown) => isRefused(error, 404),
  );
}

/**
 * Returns the page to open. A first installation and a change to an existing installation have
 * different pages and buttons.
 * @returns the page, its button, and the repositories that are already covered
 */
async function findPage(
  { restore }: Pick<FlowContext, "restore">,
  deps: LinkDeps,
  { role, wanted, ready, app, installed }: Subject,
): Promise<{ link: string; button: string; before?: NonNullable<Coverage["last"]> }> {
  const { account, isOwner } = ready;
  const control = deps.repository.full;
  const others = wanted.repositories.filter((name) => name !== control);
  // Also checks that the repositories exist before the wait begins.
  const repositoryIds = [ready.repositoryId, ...(await deps.repositoryIds(others))];
  const first = installed ?? restore(installedStep({ ...deps, role }, app.clientId, [control]));
  if (wanted.repositories.length > 1 && first) {
    return {
      link: installationLink(deps.profile, account, first.installationId),
      button: "Save",
      before: { ...first, names: [control] },
    };
  }
  // If the slug is unknown, links to the App settings, from which the user can reach the
  // installation page.
  const link =
    app.slug === undefined
      ? appsPage(deps.profile, account)
      : installLink(deps.profile, app.slug, { account, repositoryIds });
  return { link, button: isOwner ? "Install" : "Request" };
}
