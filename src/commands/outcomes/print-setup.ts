import { isPending } from "../../../flows/setup/set-up-outcome.ts";
import type { AppOutcome, SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import { embeddedHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { appsPage, filePage, installPage } from "../../forge/web-links.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { nextFrom, renderAndCommit } from "../../plane/verify/overall-status.ts";
import type { OverallStatus } from "../../plane/verify/overall-status.ts";
import type { StatusDocument } from "../../plane/verify/status-document.ts";
import { count } from "../../shared/count.ts";
import { handOverOptions } from "../../plane/setup/hand-over.ts";
import type { GatehousePackage } from "../../plane/setup/hand-over.ts";
import { describeHandOver, handOverRows } from "./print-hand-over.ts";
import { printJson } from "./print-json.ts";
import { wrongRows } from "./print-status.ts";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { controlFilePath } from "../../run/control/control-file.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, linkRows, marked, rail, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { commandLine } from "../../plane/repository/command-line.ts";
import type { CommandFormatter } from "../../plane/repository/command-line.ts";
import type { Hint } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
  readonly overallStatus: OverallStatus;
  /** Status after setup; undefined if setup already knows that something is missing. */
  readonly status: StatusDocument | undefined;
  /** Changes of this run on the forge, one line each. */
  readonly changes: readonly string[];
  /** Duration in words; empty if setup was short. */
  readonly duration: string;
  /** Package of this program. */
  readonly program: GatehousePackage;
}

type Ending = Omit<Location, "json">;

/** Prints the setup result, either as JSON or as text that stays in the scrollback. */
export function printOutcome(outcome: SetUpOutcome, location: Location): void {
  const { profile, repository, json, overallStatus, status } = location;
  if (json) {
    const apps = outcome.apps.map((app) => ({
      ...app,
      ...appRecords[app.role],
      ...(app.installation === "pending" && { installLink: linkToSend(app, location) }),
    }));
    const document = {
      repo: repository.full,
      host: profile.host,
      overallStatus,
      complete: overallStatus === "complete",
      pending: isPending(outcome),
      profile: outcome.profile ?? null,
      unchosen: outcome.unchosen,
      wrong: status?.wrong ?? [],
      scope: outcome.scope,
      ...(outcome.pat && { pat: { secret: patSecret, ...outcome.pat } }),
      apps,
      ...(outcome.handOver && { handOver: describeHandOver(outcome.handOver, location) }),
      ...(outcome.controlFile && { controlFile: outcome.controlFile }),
    };
    printJson(document);
    return;
  }
  printRows((style) => setUpRows(outcome, location, style));
}

/**
 * Formats the result:
 *
 *  ✔ acme/control is set up with one App                                took 6 min
 *  ✔ Read App  gatehouse-acme-control-read · verified with its own key
 *  │
 *  │ Changed  created the App gatehouse-acme-control-read
 *  │ Next  Verify everything before promotion:
 *    gatehouse verify --repo acme/control
 */
export function setUpRows(outcome: SetUpOutcome, location: Ending, style: RenderOptions): Row[] {
  const { repository, overallStatus, status, changes, duration } = location;
  const steps = nextSteps(outcome, location);
  const prefix = rail(style, "quiet");
  const [title, reason] = describeOverallStatus(overallStatus, outcome);
  const rows = [
    ...outcome.apps.map((app) => appRow(app, location)),
    ...tokenRow(outcome),
    ...wrongRows({ wrong: status?.wrong ?? [] }),
  ];
  return [
    ...headRows(`${repository.full} ${title}`, duration, {
      style,
      prefix: marked(style, overallStatus === "complete" ? "done" : "attention", prefix),
    }),
    ...textRows(reason, { style, prefix }).filter(() => reason !== ""),
    ...tableRows(rows, { style }),
    ...(outcome.handOver ? handOverRows(outcome.handOver, location, style) : []),
    prefix.rest,
    ...(changes.length === 0
      ? textRows("Nothing was changed.", { style, prefix })
      : listRows("Changed", changes, { style, prefix })),
    ...nextRows(steps, { style, prefix }),
    ...recordRows(outcome, location, style),
  ];
}

/** Lists the next steps, the most important one first. */
function nextSteps(outcome: SetUpOutcome, location: Ending): Hint[] {
  const { handOver, createdFor, controlFile } = outcome;
  const { profile, repository, overallStatus, status } = location;
  const command: CommandFormatter = (verb, more) =>
    commandLine(verb, { profile, repository }, more);
  const afterOwner = handOver && {
    text: "After an owner has run the command, run setup again",
    command: command("setup", handOverOptions(handOver, location)),
  };
  return [
    ...(createdFor === undefined
      ? []
      : [{ text: `Ask ${createdFor} to complete the setup`, command: command("setup") }]),
    ...(overallStatus === "complete" ? firstAgent(outcome, location) : []),
    ...(status && overallStatus === "incomplete"
      ? status.next
      : [afterOwner ?? nextFrom(overallStatus, command)]),
    ...(controlFile === "later" && !status && !handOver ? [renderAndCommit(command)] : []),
    { text: "Show the status", command: command("status") },
  ];
}

/**
 * Suggests a first agent after the control file was committed. A running embedded forge has no
 * clones, so the demo runs the agent. The demo itself, whose forge is in this process, offers it next.
 */
function firstAgent(
  { controlFile }: SetUpOutcome,
  { profile, repository }: Pick<Location, "profile" | "repository">,
): Hint[] {
  if (controlFile !== "written" || profile.host === embeddedHost) return [];
  if (profile.isEmbedded) {
    return [
      {
        text: "Run a first agent, which this forge simulates",
        command: commandLine("demo", { profile, repository }),
      },
    ];
  }
  return [
    {
      text: `Write a first agent in a clone of ${repository.full}`,
      command: ownCommandLine("new", "review", "--workflow"),
    },
  ];
}

/**
 * Links to the committed files, unless the forge is embedded, because its pages exist only while
 * the program runs.
 */
function recordRows(outcome: SetUpOutcome, location: Ending, style: RenderOptions): Row[] {
  const { scope, profile: chosen, controlFile } = outcome;
  const { profile, repository } = location;
  if (scope === "later" || profile.isEmbedded) return [];
  const paths = [
    settingsPath(profile.brand),
    ...(chosen === undefined ? [] : [decisionPath(profile.brand)]),
    ...(controlFile === undefined || controlFile === "later"
      ? []
      : [controlFilePath(profile.brand)]),
  ];
  return [
    ...textRows("Committed files, without secrets:", { style, prefix: rail(style, "quiet") }),
    ...paths.flatMap((path) => linkRows(filePage(profile, repository, path), style)),
  ];
}

/** Returns the status of the setup, and the reason for that status. */
function describeOverallStatus(
  overallStatus: OverallStatus,
  { profile, unchosen, apps, handOver }: SetUpOutcome,
): [title: string, reason: string] {
  if (handOver) {
    const number = count(handOver.apps.length, "App");
    return ["is pending", `An owner has to create ${number}.`];
  }
  if (unchosen.length > 0) {
    const names = unchosen.map((role) => `the ${titleOf(role)}`).join(" and ");
    return [`still has records for ${names}`, "The chosen profile does not need them."];
  }
  if (overallStatus === "incomplete") return ["is not complete yet", ""];
  return profile === undefined
    ? ["has its Apps, but no profile", "To choose a profile, define the scope first."]
    : [`is set up with ${profileWords[profile] ?? numberOfApps(apps.length)}`, ""];
}

const profileWords: Readonly<Record<Profile, string | undefined>> = {
  "workflow-token": "the workflow token only",
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
  const unproved = state === "proved" ? "" : "; not verified";
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

type Where = Pick<Location, "profile" | "repository">;

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
  proved: "verified with its own key",
  pending: "pending approval by an owner",
  unknown: "repositories unknown",
};

/**
 * Returns a message for an organization owner. The message names the repositories, because the page
 * might not preselect them.
 */
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

/**
 * Lists all repositories, because the organization's owner must select exactly these. A long list
 * omits the owner in front of the names.
 */
function nameAll(fullNames: readonly string[]): string {
  if (fullNames.length <= mostFullNames) return fullNames.join(", ");
  const names = fullNames.map((full) => full.slice(full.indexOf("/") + 1));
  return `these ${names.length}: ${names.join(", ")}`;
}

function linkToSend({ slug }: AppOutcome, { profile, repository }: Where): string {
  // An approval is pending only if someone else owns the account, so the account is an
  // organization.
  const account = { login: repository.owner, kind: "organization" } as const;
  return slug === undefined ? appsPage(profile, account) : installPage(profile, slug);
}
