import type { Fact, Option } from "../../src/prompts/prompter.ts";
import { appItemId } from "../../src/plane/remove/inventory.ts";
import type { RemainingApp } from "../../src/plane/remove/inventory.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink, appsPage, installationLink } from "../../src/forge/web-links.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { openStep } from "../shared/browser-visit.ts";
import { checkInBrowser } from "../shared/wait-in-browser.ts";
import { giveWord, noteDeeds, noteGone, wordStep } from "./removal.ts";
import type { Removal } from "./removal.ts";

type Way = "later" | "delete" | "uninstall" | "done" | "keep";

/**
 * Has the operator delete an App on its page, because only a user can do that. Verifies the
 * deletion if this account can see the App.
 */
export async function endApp(removal: Removal, app: RemainingApp): Promise<void> {
  const { context, deps } = removal;
  const item = appItemId(app);
  const row = { name: titleOf(app.role) };
  if (app.presence === "unknown" && context.restore(wordStep(deps, item))) {
    return noteGone(removal, { item, row });
  }
  const way = await chooseWay(removal, app);
  if (way === "done") return noteGone(removal, { item, row });
  if (way === "keep") return keep(removal, app, "kept at your request");
  const end = way === "later" ? way : await waitUntilGone(removal, app, way);
  if (end === "later") {
    noteDeeds(removal, [item], { way: "later", link: linkOf(removal, app) });
    return context.mark({ ...row, state: "skipped", summary: "left for later" });
  }
  if (end === "uninstalled") return keep(removal, app, "uninstalled; the App itself remains");
  noteDeeds(removal, [item], { way: "done" });
  context.mark({ ...row, state: "done", summary: "deleted, with its installations" });
}

async function keep(removal: Removal, app: RemainingApp, summary: string): Promise<void> {
  const word = await giveWord(removal);
  noteDeeds(removal, [appItemId(app)], { way: "kept", word, link: linkOf(removal, app) });
  removal.context.mark({ name: titleOf(app.role), state: "attention", summary });
}

function chooseWay({ context, deps, before }: Removal, app: RemainingApp): Promise<Way> {
  const title = titleOf(app.role);
  return context.ask.choose<Way>({
    id: questionOf(before, app),
    title: `What should happen to the ${title}?`,
    weight: "cannot be undone",
    facts: factsOf(app, deps.repository.owner),
    body: ["You can delete the App on its page:", pageOf(deps, before.ownerKind, app)],
    // The first option must not count as a report, because pressing Enter alone chooses it.
    options: [
      later,
      ...waysFor(app),
      { value: "keep", label: "Keep it", hint: "the App stays; your decision is recorded" },
    ],
    why: "A copied key works as long as its App exists. Deleting the App invalidates all its keys and tokens, wherever they are.",
  });
}

/**
 * Returns the question's ID. The ID for a second App of the same role includes the App's name,
 * because an answer applies only to one App.
 */
function questionOf({ apps }: Removal["before"], app: RemainingApp): string {
  const first = apps.find(({ role }) => role === app.role);
  const id = `${app.role}-app`;
  return first === app ? id : `${id} ${app.slug ?? app.clientId}`;
}

const later: Option<Way> = {
  value: "later",
  label: "Not yet",
  hint: "run the same command again to resume",
};

function waysFor({ presence, installationId }: RemainingApp): Option<Way>[] {
  if (presence === "unknown") {
    return [
      {
        value: "done",
        label: "It was deleted",
        hint: "recorded as reported by you, not verified",
      },
    ];
  }
  const uninstall = {
    value: "uninstall" as const,
    label: "Only uninstall it",
    hint: "the App continues to exist without access",
  };
  return [
    { value: "delete", label: "Delete it", hint: "opens the App's page, waits for the deletion" },
    ...(installationId === undefined ? [] : [uninstall]),
  ];
}

function factsOf(
  { slug, clientId, selection, isProvided, presence }: RemainingApp,
  owner: string,
): Fact[] {
  const reach = selection === "all" ? "all repositories" : "selected repositories";
  return [
    { name: "App", text: slug ?? `client ID ${clientId ?? ""}` },
    ...(selection === undefined ? [] : [{ name: "Installed", text: `on ${owner}, ${reach}` }]),
    ...(isProvided
      ? [{ name: "Origin", text: "not created by gatehouse; others may use it" }]
      : []),
    ...(presence === "unknown"
      ? [{ name: "Not visible", text: "this account cannot see whether it exists" }]
      : []),
    { name: "Deletes", text: "its keys, its installations, and every token created with them" },
    {
      name: "Breaks",
      text: "anything else that uses it, such as another control repository with its client ID",
    },
  ];
}

function linkOf({ deps, before }: Removal, app: RemainingApp): string {
  return pageOf(deps, before.ownerKind, app);
}

/**
 * Returns the page for deleting an App, which is in its owner's settings, or the list of Apps if
 * the App's name is unknown.
 */
function pageOf(
  { profile, repository }: Removal["deps"],
  kind: "organization" | "user",
  { slug, owner }: RemainingApp,
): string {
  const account = owner ?? { login: repository.owner, kind };
  return slug === undefined
    ? appsPage(profile, account)
    : `${appSettingsLink(profile, account, slug)}/advanced`;
}

type End = "deleted" | "uninstalled";

/**
 * Returns how the App was removed; undefined if it was not. An App that this account cannot see
 * does not count as deleted.
 */
function evaluateEnd(now: RemainingApp | undefined, way: "delete" | "uninstall"): End | undefined {
  if (!now) return "deleted";
  return way === "uninstall" && now.isInstalled === false ? "uninstalled" : undefined;
}

const patienceMinutes = 30;

async function waitUntilGone(
  { context, deps, before }: Removal,
  app: RemainingApp,
  way: "delete" | "uninstall",
): Promise<End | "later"> {
  const title = titleOf(app.role);
  const account = { login: deps.repository.owner, kind: before.ownerKind };
  const words = way === "delete" ? deleting : uninstalling;
  const id = `${questionOf(before, app)}-${words.id}`;
  const seen = `${id} seen`;
  let isOver = false;
  const end = await context.read(seen, () =>
    retryWithOperator(context, { id: `${id}-failed` }, () =>
      checkInBrowser(context, deps, {
        id,
        title: `${words.verb} the ${title}`,
        steps: [openStep, ...words.steps, "Afterwards, this continues automatically."],
        what: `The ${words.noun} of the ${title}`,
        line: "still exists",
        link:
          way === "uninstall" && app.installationId !== undefined
            ? installationLink(deps.profile, account, app.installationId)
            : pageOf(deps, before.ownerKind, app),
        minutes: patienceMinutes,
        canLeave: true,
        actions: (waiting) => [
          {
            id: "later",
            key: "n",
            label: "not now",
            run: () => {
              isOver = true;
              waiting.checkAgain();
              return undefined;
            },
          },
        ],
        poll: async (report) => {
          const now = await deps.inspectApp(app);
          const end = evaluateEnd(now, way);
          if (end)
            report({
              seen: end === "deleted" ? "the App was deleted" : "the App is no longer installed",
            });
          return end ?? (isOver ? "later" : undefined);
        },
      }),
    ),
  );
  // Discards the recorded answer "not now". If the operator then decides to delete the App, the
  // wait starts again.
  if (end === "later") await context.reset(seen);
  return end;
}

const deleting = {
  id: "deletion",
  verb: "Delete",
  noun: "deletion",
  steps: ["At the end of the page, press the button that deletes the App, and confirm."],
};

const uninstalling = {
  id: "uninstallation",
  verb: "Uninstall",
  noun: "uninstallation",
  steps: ["At the end of the page, press the button that uninstalls it, and confirm."],
};
