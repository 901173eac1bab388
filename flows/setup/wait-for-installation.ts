import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Say, WaitAction } from "../../src/asking/prompter.ts";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { pause } from "../../src/forge/pause.ts";
import { createDeadline } from "../shared/deadline.ts";
import { titleOf } from "../../src/control/setup/describe-plan.ts";
import { explainInstallation } from "../../src/control/setup/explain-installation.ts";
import { appsPage, installLink, installationLink } from "../../src/forge/web-links.ts";
import { inspectInstallation, judgeInstallations } from "../../src/control/setup/installation.ts";
import type {
  InstallationProof,
  InstallationVerdict,
} from "../../src/control/setup/installation.ts";
import { readInstallationProof } from "../../src/control/setup/journal-results.ts";
import { installedStep } from "../../src/control/setup/journal-steps.ts";
import type { InstallSubject } from "./install-app.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type Subject = InstallSubject & {
  /** With the App's key; without it, the owner's list of installations has to do. */
  readonly client?: AppClient;
};

const firstPauseMilliseconds = 2000;
const longestPauseMilliseconds = 8000;
/** For so long after it is made, a key may be unknown to the forge. */
const settlingMilliseconds = 60_000;

/** Waits until an App is installed as wanted, and says meanwhile what is still wrong. */
export async function waitForInstallation(
  context: FlowContext,
  deps: SetUpDeps,
  subject: Subject,
): Promise<InstallationProof> {
  const { role, wanted } = subject;
  const link = await linkFor(context, deps, subject);
  const deadline = createDeadline(`The installation of the ${titleOf(role)}`, deps);
  let update: Say = () => undefined;
  let wake: () => void = () => undefined;
  const actions: WaitAction[] = [
    {
      id: "open",
      key: "o",
      label: "open again",
      run: () => deps.openLink(link, wanted.repositories).then(() => undefined),
    },
    { id: "check", key: "c", label: "check now", run: () => (wake(), undefined) },
    {
      id: "extend",
      key: "e",
      label: "more time",
      run: () => {
        deadline.extend();
        update({ deadline: deadline.at() });
        return undefined;
      },
    },
  ];
  return context.ask.progress(
    {
      id: `${role}-install`,
      title: `Install the ${titleOf(role)}`,
      body: [
        `Choose "Only select repositories" and exactly: ${wanted.repositories.join(", ")}. Then press Install or Save.`,
        "Page not found? A new App needs some seconds; press o then.",
      ],
      why: "An App reaches nothing until it is installed. On all repositories it would reach more than anybody approved.",
      actions,
    },
    async (say, signal) => {
      update = say;
      say({ line: "Waiting for the installation", link, deadline: deadline.at() });
      const over = deadline.passed(signal);
      over.catch(() => undefined);
      const sleep = (milliseconds: number) => {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        return Promise.race([pause(milliseconds, signal), woken, over]);
      };
      return watch(deps, { ...subject, link, say, sleep });
    },
  );
}

interface Watch extends Subject {
  readonly link: string;
  readonly say: Say;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

async function watch(
  deps: SetUpDeps,
  { link, say, sleep, ...subject }: Watch,
): Promise<InstallationProof> {
  const { account, isOwner } = subject.ready;
  const context = {
    profile: deps.profile,
    account,
    isOwner,
    installLink: link,
    wanted: subject.wanted,
  };
  const start = deps.now().getTime();
  let isOpened = false;
  let wait = firstPauseMilliseconds;
  // A new App cannot be installed yet: the first look comes after the page.
  let isWorthALook = !subject.credential.isNew;
  for (;;) {
    const verdict = isWorthALook ? await look(deps, subject, start, say) : undefined;
    isWorthALook = true;
    if (verdict?.state === "exact") {
      return { installationId: verdict.installation.id, updatedAt: verdict.installation.updatedAt };
    }
    if (verdict) {
      const problem = explainInstallation(verdict, context) ?? null;
      // A problem brings the one link that mends it; two links would leave the choice to the person.
      const isLinked = problem?.hints.some((hint) => hint.link !== undefined) === true;
      say({ problem, link: isLinked ? null : link });
    }
    const opening = isOpened
      ? undefined
      : deps.openLink(link, subject.wanted.repositories).then((opened) => {
          if (!opened) say({ line: "Open the link in a browser" });
        });
    isOpened = true;
    await Promise.race([sleep(wait), ...(opening ? [opening] : [])]);
    wait = Math.min(wait * 1.4, longestPauseMilliseconds);
  }
}

/** Undefined when this look told nothing: the key is not known yet, or the forge stumbled. */
async function look(
  deps: SetUpDeps,
  { client, credential, wanted }: Subject,
  start: number,
  say: Say,
): Promise<InstallationVerdict | undefined> {
  try {
    if (client) return await inspectInstallation(client, wanted);
    const installations = await deps.listInstallations();
    const { clientId, slug } = credential.app;
    const ours = installations?.filter((one) => one.clientId === clientId || one.appSlug === slug);
    return judgeInstallations(ours ?? [], wanted);
  } catch (error) {
    const isSettling =
      error instanceof KeyRefused && deps.now().getTime() - start < settlingMilliseconds;
    if (isSettling) say({ line: "The forge does not know the new key yet; looking again" });
    else if (error instanceof ForgeUnreachable)
      say({ problem: { say: error.message, hints: error.hints } });
    else throw error;
    return undefined;
  }
}

/** A first installation has its own page; one that exists is changed on another. */
async function linkFor(
  { recall }: FlowContext,
  deps: SetUpDeps,
  { role, wanted, ready, credential }: Subject,
): Promise<string> {
  const { account } = ready;
  const control = deps.repository.full;
  const others = wanted.repositories.filter((name) => name !== control);
  // Also a look whether they exist, before anybody waits for them.
  const repositoryIds = [ready.repositoryId, ...(await deps.repositoryIds(others))];
  const first = readInstallationProof(
    recall(installedStep({ ...deps, role }, credential.app.clientId, [control])),
  );
  if (wanted.repositories.length > 1 && first) {
    return installationLink(deps.profile, account, first.installationId);
  }
  const { slug } = credential.app;
  // An App of which only the ID is known has its installation page on its settings page.
  if (slug === undefined) return appsPage(deps.profile, account);
  return installLink(deps.profile, slug, { account, repositoryIds });
}
