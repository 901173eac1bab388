import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say } from "../../src/prompts/prompter.ts";
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
  /** Whether this run made the App, so that nobody can have installed it yet. */
  readonly isNew: boolean;
  readonly wanted: WantedInstallation;
  /** Where this run has seen it installed, so that only repositories are to be added. */
  readonly installed?: SeenInstallation;
}

type Subject = InstallSubject & {
  /** With the App's key; without it, the owner's list of installations has to do. */
  readonly client?: AppClient;
  /** What it covers is not read: more is asked for at once, and all of it is proved then. */
  readonly isFirst?: boolean;
};

/** What earlier looks of one wait saw. */
interface Seen {
  last?: InstallationVerdict;
  /** The look before this one was told that there is no such App. */
  wasMissed: boolean;
  readonly coverage: Coverage;
}

type LinkDeps = Pick<SetUpDeps, "profile" | "repository" | "repositoryIds">;
type InspectDeps = Pick<SetUpDeps, "profile" | "repository" | "listInstallations" | "now">;
export type InstallationDeps = LinkDeps & InspectDeps & Clock & Pick<SetUpDeps, "openLink">;

/** For so long after it is made, a key may be unknown to the forge. */
const settlingMilliseconds = 60_000;

/**
 * Waits until an App is installed as wanted, and says meanwhile what is still wrong.
 * @returns "pending" for somebody who can only ask, when the wait is over and an owner has not approved it
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
    title: before ? `Add to what the ${titleOf(role)} covers` : titleFor(subject),
    ...(subject.isNew &&
      !before && {
        body: ["Page not found? A new App needs some seconds: press o then."],
      }),
    steps: [
      openStep,
      `Choose "Only select repositories": exactly ${wanted.repositories.join(", ")}.`,
      `Press [ ${button} ]. This goes on by itself.`,
    ],
    canLeave: true,
    why: "An App reaches nothing until it is installed. On all repositories it would reach more than anybody approved.",
    what: `The installation of the ${titleOf(role)}`,
    line: "not installed yet",
    next: "its account, repositories and permissions compared",
    link,
    selection: wanted.repositories,
    // Nobody can install a new App before its page is open, and its key is not known in its first moment.
    ...(subject.isNew && { begins: before ? "with the page" : "with the page and a pause" }),
    look: createInspection(deps, { ...subject, link, seen, before: before?.names }),
  });
  return waiting.catch((error: unknown) => {
    if (error instanceof TimedOut && !ready.isOwner && isForOwner(seen.last)) return "pending";
    throw error;
  });
}

/** As long as one row takes. */
function titleFor({ role, ready }: InstallSubject): string {
  const title = `Install the ${titleOf(role)}`;
  const whole = `${title} on ${ready.account.login}`;
  return whole.length <= 50 ? whole : title;
}

/** A look at the installation, which says what the person has to mend. */
function createInspection(
  deps: InspectDeps,
  subject: Subject & { link: string; seen: Seen; before: readonly string[] | undefined },
) {
  const { ready, wanted, link, seen, before, client, isFirst } = subject;
  const isRead = client !== undefined && isFirst !== true;
  const { account, isOwner } = ready;
  const context = { profile: deps.profile, account, isOwner, installLink: link, wanted };
  const start = deps.now().getTime();
  return async (say: Say): Promise<SeenInstallation | undefined> => {
    const verdict = await inspect(deps, subject, { start, seen, say });
    if (!verdict) return undefined;
    const asked = `asked the forge at ${formatTime(deps.now())}`;
    if (before && isAsBefore(verdict, wanted, before)) {
      say({ line: `not added yet; ${asked}`, problem: null, link });
      return undefined;
    }
    const news = findNews(verdict, { last: seen.last, isRead });
    seen.last = verdict;
    // What is seen, and what a problem says, is not said again here.
    const line = verdict.state === "absent" ? `${describeVerdict(verdict)}; ${asked}` : asked;
    const sight = verdict.state === "exact" ? "seen" : "amiss";
    say({ line, ...(news !== undefined && { [sight]: news }) });
    if (verdict.state === "exact") {
      const { id: installationId, updatedAt } = verdict.installation;
      return { installationId, updatedAt };
    }
    const problem = explainInstallation(verdict, context) ?? null;
    // A problem brings the one link that mends it; two links would leave the choice to the person.
    const isLinked = problem?.hints.some((hint) => hint.link !== undefined) === true;
    say({ problem, link: isLinked ? null : link });
    return undefined;
  };
}

/** Nobody has added anything to it yet, which they are just asked for. */
function isAsBefore(
  verdict: InstallationVerdict,
  { repositories }: WantedInstallation,
  before: readonly string[],
): boolean {
  if (verdict.state !== "other-repositories" || verdict.extra.length > 0) return false;
  const { missing } = verdict;
  return repositories.every((name) => missing.includes(name) !== before.includes(name));
}

/** What this look saw that the one before it did not; `isRead` where it saw the exact repositories. */
function findNews(
  verdict: InstallationVerdict,
  { last, isRead }: { last: InstallationVerdict | undefined; isRead: boolean },
): string | undefined {
  const describe = (seen: InstallationVerdict) =>
    seen.state === "exact" && !isRead
      ? "installed on selected repositories"
      : describeVerdict(seen);
  const now = describe(verdict);
  // That there is none yet is no news at the first look.
  return now === describe(last ?? { state: "absent" }) ? undefined : now;
}

/** Undefined when this look told nothing: the key is not known yet, or the forge stumbled. */
async function inspect(
  deps: InspectDeps,
  { client, app, wanted, ready, isFirst }: Subject,
  { start, seen, say }: { start: number; seen: Seen; say: Say },
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
    // One such answer may be stray: the next look asks again.
    if (seen.wasMissed && wasMissed) {
      throw new AppGone(app.clientId, { ...deps, account: ready.account });
    }
    const isSettling =
      error instanceof KeyRefused && deps.now().getTime() - start < settlingMilliseconds;
    if (seen.wasMissed) say({ line: "The forge knows no such App; looking again" });
    else if (isSettling) say({ line: "The forge does not know the new key yet; looking again" });
    else if (error instanceof ForgeUnreachable)
      say({
        line: `no answer; asked the forge at ${formatTime(deps.now())}`,
        problem: { say: error.message, hints: error.hints },
      });
    else throw error;
    return undefined;
  }
}

/** What belongs to an App may be missing where the App itself is there. */
function isGone(client: AppClient): Promise<boolean> {
  return client.app().then(
    () => false,
    (error: unknown) => isRefused(error, 404),
  );
}

/** A first installation has its own page; one that exists is changed on another, by another button. @returns also what it covers already */
async function findPage(
  { restore }: Pick<FlowContext, "restore">,
  deps: LinkDeps,
  { role, wanted, ready, app, installed }: Subject,
): Promise<{ link: string; button: string; before?: NonNullable<Coverage["last"]> }> {
  const { account, isOwner } = ready;
  const control = deps.repository.full;
  const others = wanted.repositories.filter((name) => name !== control);
  // Also a look whether they exist, before anybody waits for them.
  const repositoryIds = [ready.repositoryId, ...(await deps.repositoryIds(others))];
  const first = installed ?? restore(installedStep({ ...deps, role }, app.clientId, [control]));
  if (wanted.repositories.length > 1 && first) {
    return {
      link: installationLink(deps.profile, account, first.installationId),
      button: "Save",
      before: { ...first, names: [control] },
    };
  }
  // An App of which only the ID is known has its installation page on its settings page.
  const link =
    app.slug === undefined
      ? appsPage(deps.profile, account)
      : installLink(deps.profile, app.slug, { account, repositoryIds });
  return { link, button: isOwner ? "Install" : "Request" };
}
