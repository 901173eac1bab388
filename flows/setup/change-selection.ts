import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say } from "../../src/prompts/prompter.ts";
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
  /** As it was when it covered other repositories. */
  readonly installation: SeenInstallation;
}

/**
 * Has the operator change which repositories an installation covers, without the App's key: the forge's list tells
 * that it was changed, and only a proof afterwards tells to what.
 */
export async function changeSelection(
  context: Pick<FlowContext, "ask" | "reset">,
  deps: SelectionDeps,
  { role, ready, wanted, installation }: Subject,
): Promise<void> {
  const { installationId, updatedAt } = installation;
  const names = wanted.repositories.join(", ");
  // Nobody can select what does not exist.
  await deps.repositoryIds(wanted.repositories);
  let isSaved = false;
  await checkInBrowser(context, deps, {
    id: `${role}-selection`,
    title: `Change what the ${titleOf(role)} covers`,
    steps: [
      openStep,
      `Choose "Only select repositories": exactly ${names}.`,
      "Press [ Save ]. This goes on by itself.",
    ],
    canLeave: true,
    why: "An App covers what the scope approves, and nothing else. Which repositories an installation covers is changed on its page alone.",
    what: `The change of the ${titleOf(role)}'s selection`,
    line: "not changed yet",
    next: "what it covers now is proved",
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
    look: async (say) => {
      const found = isSaved ? undefined : await find(deps, installationId, say);
      const isChanged = found !== undefined && found.updatedAt !== updatedAt;
      if (isSaved || isChanged) return true;
      const asked = `asked the forge at ${formatTime(deps.now())}`;
      if (found) say({ line: `not changed yet; ${asked}`, problem: null });
      else say({ line: `not to be seen from here; ${asked}. Press m when it is saved` });
      return undefined;
    },
  });
  // What was looked up is no longer so.
  await context.reset("installations");
  await context.reset("proof");
}

/** Undefined also where the list may not be read, or the forge stumbles: the person can say that it is saved. */
async function find(deps: SelectionDeps, installationId: number, say: Say) {
  try {
    return (await deps.listInstallations())?.find(({ id }) => id === installationId);
  } catch (error) {
    if (!(error instanceof ForgeUnreachable)) throw error;
    say({ problem: { say: error.message, hints: error.hints } });
    return undefined;
  }
}
