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

/** Has a person delete an App on the forge's page, which nobody else can, and sees it go where it can be seen. */
export async function endApp(removal: Removal, app: RemainingApp): Promise<void> {
  const { context, deps } = removal;
  const item = appItemId(app);
  const row = { name: titleOf(app.role) };
  if (app.standing === "unknown" && context.restore(wordStep(deps, item))) {
    return noteGone(removal, { item, row });
  }
  const way = await chooseWay(removal, app);
  if (way === "done") return noteGone(removal, { item, row });
  if (way === "keep") return keep(removal, app, "it stays, by your word");
  const end = way === "later" ? way : await waitUntilGone(removal, app, way);
  if (end === "later") {
    noteDeeds(removal, [item], { way: "later", link: linkOf(removal, app) });
    return context.mark({ ...row, state: "skipped", summary: "left for later" });
  }
  if (end === "uninstalled") return keep(removal, app, "uninstalled; the App itself stays");
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
    title: `What becomes of the ${title}?`,
    weight: "cannot be undone",
    facts: factsOf(app, deps.repository.owner),
    body: ["It is deleted on its page:", pageOf(deps, before.ownerKind, app)],
    // Enter alone is not to be anybody's word.
    options: [
      later,
      ...waysFor(app),
      { value: "keep", label: "It stays", hint: "recorded as your word" },
    ],
    why: "A key that was copied works as long as its App lives. An App that is deleted ends every key and token of it, wherever they are.",
  });
}

/** Of a second App in the same role with its name: what is said of one is not said of the other. */
function questionOf({ apps }: Removal["before"], app: RemainingApp): string {
  const first = apps.find(({ role }) => role === app.role);
  const id = `${app.role}-app`;
  return first === app ? id : `${id} ${app.slug ?? app.clientId}`;
}

const later: Option<Way> = {
  value: "later",
  label: "Not yet",
  hint: "the same command comes back to this",
};

function waysFor({ standing, installationId }: RemainingApp): Option<Way>[] {
  if (standing === "unknown") {
    return [
      { value: "done", label: "It is deleted", hint: "recorded as your word, with name and time" },
    ];
  }
  const uninstall = {
    value: "uninstall" as const,
    label: "Only uninstall it",
    hint: "the App stays, and reaches nothing",
  };
  return [
    { value: "delete", label: "Delete it", hint: "opens its page, and waits until it is gone" },
    ...(installationId === undefined ? [] : [uninstall]),
  ];
}

function factsOf(
  { slug, clientId, selection, isBrought, standing }: RemainingApp,
  owner: string,
): Fact[] {
  const reach = selection === "all" ? "all repositories" : "selected repositories";
  return [
    { name: "App", text: slug ?? `client ID ${clientId ?? ""}` },
    ...(selection === undefined ? [] : [{ name: "Installed", text: `on ${owner}, ${reach}` }]),
    ...(isBrought
      ? [{ name: "Made", text: "not by gatehouse: it was brought; others may use it" }]
      : []),
    ...(standing === "unknown"
      ? [{ name: "Not seen", text: "this login is not shown whether it is there" }]
      : []),
    { name: "Ends", text: "its keys, its installations, and every token made with them" },
    {
      name: "Breaks",
      text: "whatever else uses it: another control repository that names its client ID, above all",
    },
  ];
}

function linkOf({ deps, before }: Removal, app: RemainingApp): string {
  return pageOf(deps, before.ownerKind, app);
}

/** The page from which an App is deleted, among its owner's settings; the list of Apps where its name is not known. */
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

/** What is not shown is not taken for gone. */
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
        steps: [openStep, ...words.steps, "This goes on by itself when it is gone."],
        what: `The ${words.noun} of the ${title}`,
        line: "still there",
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
        look: async (say) => {
          const now = await deps.inspectApp(app);
          const end = evaluateEnd(now, way);
          if (end) say({ seen: end === "deleted" ? "the App is gone" : "it is installed nowhere" });
          return end ?? (isOver ? "later" : undefined);
        },
      }),
    ),
  );
  // Who chooses to delete it after all waits for it.
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
