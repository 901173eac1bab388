import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress } from "../../src/prompts/prompter.ts";
import type { SeenInstallation, WantedInstallation } from "../../src/plane/setup/installation.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { installationLink } from "../../src/forge/web-links.ts";
import type { Clock } from "../shared/clock.ts";
import { openStep } from "../shared/browser-visit.ts";
import { formatTime } from "../../src/shared/format-time.ts";
import { checkInBrowser } from "../shared/wait-in-browser.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type SelectionDeps = Clock &
  Pick<SetUpDeps, "profile" | "listInstallations" | "repositoryIds" | "openLink">;

interface Subject extends AppSubject {
  readonly wanted: WantedInstallation;
  /** The installation as it was before its repositories change. */
  readonly installation: SeenInstallation;
}

/**
 * Lets the operator change the repositories of an installation without the App's key. GitHub's list
 * of installations shows only that something changed; a later proof shows what changed.
 */
export async function changeSelection(
  context: Pick<FlowContext, "ask" | "reset">,
  deps: SelectionDeps,
  { role, ready, wanted, installation }: Subject,
): Promise<void> {
  const { installationId, updatedAt } = installation;
  const names = wanted.repositories.join(", ");
  // Only existing repositories can be selected.
  await deps.repositoryIds(wanted.repositories);
  let isSaved = false;
  await checkInBrowser(context, deps, {
    id: `${role}-selection`,
    title: `Change the ${titleOf(role)}'s repositories`,
    steps: [
      openStep,
      `Choose "Only select repositories" and select exactly ${names}.`,
      "Press [ Save ]. This continues automatically.",
    ],
    canLeave: true,
    why: "The App must cover exactly the repositories that the scope approves. You can change the selected repositories only on the installation's page.",
    what: `Changing the ${titleOf(role)}'s repositories`,
    line: "not changed yet",
    next: "verify the repositories",
    link: installationLink(deps.profile, ready.account, installationId),
    selection: wanted.repositories,
    actions: ({ checkAgain }) => [
      {
        id: "saved",
        key: "m",
        label: "I saved it",
        run: () => {
          isSaved = true;
          checkAgain();
          return undefined;
        },
      },
    ],
    poll: async (report) => {
      const found = isSaved ? undefined : await find(deps, installationId, report);
      const isChanged = found !== undefined && found.updatedAt !== updatedAt;
      if (isSaved || isChanged) return true;
      const asked = `checked at ${formatTime(deps.now())}`;
      if (found) report({ line: `not changed yet; ${asked}`, problem: null });
      else report({ line: `cannot check from here; ${asked}. Press m after you have saved it` });
      return undefined;
    },
  });
  // After the change, the cached listings are out of date.
  await context.reset("installations");
  await context.reset("proof");
}

/**
 * Returns the installation; undefined if it is not listed, the account cannot read the list, or the
 * request fails. In these cases, the operator can still confirm that the change is saved.
 */
async function find(deps: SelectionDeps, installationId: number, report: ReportProgress) {
  try {
    return (await deps.listInstallations())?.find(({ id }) => id === installationId);
  } catch (error) {
    if (!(error instanceof ForgeUnreachable)) throw error;
    report({ problem: { text: error.message, hints: error.hints } });
    return undefined;
  }
}
