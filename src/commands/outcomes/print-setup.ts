import type { AppOutcome, SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { appsPage, filePage, installPage } from "../../forge/web-links.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { nextFrom } from "../../plane/verify/overall-status.ts";
import type { Standing } from "../../plane/verify/overall-status.ts";
import type { StatusDocument } from "../../plane/verify/status-document.ts";
import { printJson } from "./print-json.ts";
import { wrongRows } from "./print-status.ts";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { controlFilePath } from "../../run/control/control-file.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, linkRows, marked, rail, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { commandLine } from "../../plane/repository/command-line.ts";
import type { SayCommand } from "../../plane/repository/command-line.ts";
import type { Hint } from "../../shared/errors.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";

interface Place {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
  readonly standing: Standing;
  /** As it was looked at in the end; not where something is missing already. */
  readonly status: StatusDocument | undefined;
  /** What this run changed on the forge, a line each. */
  readonly changes: readonly string[];
  /** How long it took, in words; nothing where that was no time. */
  readonly took: string;
}

type Ending = Omit<Place, "json">;

/** Prints what a setup ended with: for a person as plain text that stays in the scrollback, or as JSON. */
export function printOutcome(outcome: SetUpOutcome, place: Place): void {
  const { profile, repository, json, standing, status } = place;
  if (json) {
    const apps = outcome.apps.map((app) => ({
      ...app,
      ...appRecords[app.role],
      ...(app.installation === "pending" && { installLink: linkToSend(app, place) }),
    }));
    const document = {
      repo: repository.full,
      host: profile.host,
      standing,
      complete: standing === "complete",
      profile: outcome.profile ?? null,
      unchosen: outcome.unchosen,
      wrong: status?.wrong ?? [],
      scope: outcome.scope,
      ...(outcome.pat && { pat: { secret: patSecret, ...outcome.pat } }),
      apps,
      ...(outcome.controlFile && { controlFile: outcome.controlFile }),
    };
    printJson(document);
    return;
  }
  printRows((look) => setUpRows(outcome, place, look));
}

/**
 *  ✔ acme/control is set up with one App                                took 6 min
 *  ✔ Read App  gatehouse-acme-control-read · proved with its own key
 *  │
 *  │ Changed  made the App gatehouse-acme-control-read
 *  │ Next  Verify everything before promotion:
 *    gatehouse verify --repo acme/control
 */
export function setUpRows(outcome: SetUpOutcome, place: Ending, look: Look): Row[] {
  const { profile, repository, standing, status, changes, took } = place;
  const command: SayCommand = (verb, more) => commandLine(verb, { profile, repository }, more);
  const steps = [
    ...(status && standing === "incomplete" ? status.next : [nextFrom(standing, command)]),
    ...(outcome.controlFile === "later" ? [renderLater(command)] : []),
    { say: "See how it stands", command: command("status") },
  ];
  const lead = rail(look, "quiet");
  const [title, because] = describeStanding(standing, outcome);
  const rows = [
    ...outcome.apps.map((app) => appRow(app, place)),
    ...tokenRow(outcome),
    ...wrongRows({ wrong: status?.wrong ?? [] }),
  ];
  return [
    ...headRows(`${repository.full} ${title}`, took, {
      look,
      lead: marked(look, standing === "complete" ? "done" : "attention", lead),
    }),
    ...textRows(because, { look, lead }).filter(() => because !== ""),
    ...tableRows(rows, { look }),
    lead.rest,
    ...(changes.length === 0
      ? textRows("Nothing was changed.", { look, lead })
      : listRows("Changed", changes, { look, lead })),
    ...nextRows(steps, { look, lead }),
    ...recordRows(outcome, place, look),
  ];
}

/** No run is admitted without it, and verify says so. */
function renderLater(command: SayCommand): Hint {
  const say = "Render the shared control file, with the package of gatehouse that runs bring";
  return { say, command: command("control render", ["--commit"]) };
}

/** Where the files stand that a setup checks in. The embedded forge ends with the program, and its pages with it. */
function recordRows(outcome: SetUpOutcome, place: Ending, look: Look): Row[] {
  const { scope, profile: chosen, controlFile } = outcome;
  const { profile, repository } = place;
  if (scope === "later" || profile.isEmbedded) return [];
  const paths = [
    settingsPath(profile.brand),
    ...(chosen === undefined ? [] : [decisionPath(profile.brand)]),
    ...(controlFile === undefined || controlFile === "later"
      ? []
      : [controlFilePath(profile.brand)]),
  ];
  return [
    ...textRows("What is checked in, no secret in it:", { look, lead: rail(look, "quiet") }),
    ...paths.flatMap((path) => linkRows(filePage(profile, repository, path), look)),
  ];
}

/** What is so, and why it is no more than that. */
function describeStanding(
  standing: Standing,
  { profile, unchosen, apps }: SetUpOutcome,
): [title: string, because: string] {
  if (unchosen.length > 0) {
    const names = unchosen.map((role) => `the ${titleOf(role)}`).join(" and ");
    return [`keeps the records of ${names}`, "Its profile does not call for them."];
  }
  if (standing === "incomplete") return ["is not complete yet", ""];
  return profile === undefined
    ? ["has its Apps, and no profile", "No scope is described that one could be chosen for."]
    : [`is set up with ${profileWords[profile] ?? numberOfApps(apps.length)}`, ""];
}

const profileWords: Readonly<Record<Profile, string | undefined>> = {
  "workflow-token": "the workflow token alone",
  app: undefined,
  pat: "a personal access token",
  stop: "no credential",
};

function numberOfApps(number: number): string {
  return number === 1 ? "one App" : number === 2 ? "two Apps" : "Apps";
}

function tokenRow({ pat }: SetUpOutcome): TableRow[] {
  if (!pat) return [];
  const { state, environment, expiresAt, rotationOwner } = pat;
  const unproved = state === "proved" ? "" : "; unknown whether it works";
  return [
    {
      state: state === "proved" ? "done" : "unknown",
      name: "PAT",
      text: `${patSecret} · expires on ${expiresAt.slice(0, 10)}`,
      below: [
        `Stored in the environment ${environment}${unproved}.`,
        `${rotationOwner} replaces it before it expires.`,
      ],
    },
  ];
}

type Where = Pick<Place, "profile" | "repository">;

function appRow(app: AppOutcome, where: Where): TableRow {
  const { role, slug, clientId, installation } = app;
  return {
    state: installation === "proved" ? "done" : "unknown",
    name: titleOf(role),
    text: `${slug ?? clientId} · ${installationWords[installation]}`,
    below: [
      `${appRecords[role].variable} = ${clientId}`,
      `${appRecords[role].secret} is set`,
      ...(installation === "pending" ? askOwner(app, where) : []),
    ],
  };
}

const installationWords: Readonly<Record<AppOutcome["installation"], string>> = {
  proved: "proved with its own key",
  pending: "pending approval by an owner",
  unknown: "unknown on which repositories",
};

/** What to send to an owner; the repositories are named, as their page may open without them. */
function askOwner(app: AppOutcome, where: Where): string[] {
  const { owner } = where.repository;
  const { slug, clientId, repositories } = app;
  return [
    `Send this to an owner of ${owner}:`,
    `Please install the App ${slug ?? clientId} on ${owner}: choose "Only select repositories" and exactly ${nameAll(repositories)}.`,
    linkToSend(app, where),
  ];
}

const mostFullNames = 3;

/** None is left out, as exactly these are to be chosen; of many, all of one owner, the owner need not be said each time. */
function nameAll(fullNames: readonly string[]): string {
  if (fullNames.length <= mostFullNames) return fullNames.join(", ");
  const names = fullNames.map((full) => full.slice(full.indexOf("/") + 1));
  return `these ${names.length}: ${names.join(", ")}`;
}

function linkToSend({ slug }: AppOutcome, { profile, repository }: Where): string {
  // An App is made on the page of an organization only where somebody else owns that.
  const account = { login: repository.owner, kind: "organization" } as const;
  return slug === undefined ? appsPage(profile, account) : installPage(profile, slug);
}
