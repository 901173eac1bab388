import type { AppOutcome, SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { appsPage, installPage } from "../../forge/web-links.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { nextFrom } from "../../control/review/standing.ts";
import type { Standing } from "../../control/review/standing.ts";
import type { StatusDocument } from "../../control/review/status-document.ts";
import { describeStep, describeWrong } from "./print-status.ts";
import { commandLine } from "../../control/command-line.ts";
import type { SayCommand } from "../../control/command-line.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { marks } from "../../shared/marks.ts";
import { printText, printableLine } from "../../shared/print-text.ts";
import { count } from "../../shared/count.ts";

interface Place {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
  readonly standing: Standing;
  /** As it was looked at in the end; not where something is missing already. */
  readonly status: StatusDocument | undefined;
}

type Ending = Pick<Place, "profile" | "repository" | "standing" | "status">;

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
    };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  printText(describeOutcome(outcome, place));
}

/** The outcome for a person. */
export function describeOutcome(
  outcome: SetUpOutcome,
  { profile, repository, standing, status }: Ending,
): string {
  const command: SayCommand = (verb, more) => commandLine(verb, { profile, repository }, more);
  const steps = [
    ...(status && standing === "incomplete" ? status.next : [nextFrom(standing, command)]),
    { say: "See how it stands", command: command("status") },
  ];
  const next = steps.flatMap((step) => describeStep(step, Number.POSITIVE_INFINITY));
  const wrong = describeWrong({ wrong: status?.wrong ?? [] }, Number.POSITIVE_INFINITY);
  const apps = outcome.apps.flatMap((app) => describeApp(app, { profile, repository }));
  const credentials = [...apps, ...describeToken(outcome)];
  const verdict = `${repository.full} ${describeStanding(standing, outcome)}.`;
  const lines = [...credentials, ...wrong, "", verdict, "Next:", ...next];
  return `${lines.map(printableLine).join("\n")}\n`;
}

function describeStanding(
  standing: Standing,
  { profile, unchosen, apps: made }: SetUpOutcome,
): string {
  if (unchosen.length > 0) {
    const apps = unchosen.map((role) => `the ${titleOf(role)}`).join(" and ");
    return `keeps the records of ${apps}, which its profile does not call for`;
  }
  if (standing === "incomplete") return "is not complete yet";
  return profile === undefined
    ? "has its Apps, and no profile: no scope is described that one could be chosen for"
    : `is set up with ${profile === "app" ? count(made.length, "App") : profileWords[profile]}`;
}

const profileWords: Readonly<Record<Exclude<Profile, "app">, string>> = {
  "workflow-token": "the workflow token alone",
  pat: "a personal access token",
  stop: "no credential",
};

function describeToken({ pat }: SetUpOutcome): string[] {
  if (!pat) return [];
  return [
    `${pat.state === "proved" ? marks.done : marks.unknown} PAT  ${patSecret}`,
    `    stored in the environment ${pat.environment}${pat.state === "proved" ? "" : "; unknown whether it works"}`,
    `    expires on ${pat.expiresAt.slice(0, 10)}; ${pat.rotationOwner} replaces it before`,
  ];
}

type Where = Pick<Place, "profile" | "repository">;

function describeApp(app: AppOutcome, where: Where): string[] {
  const { role, slug, clientId, installation } = app;
  return [
    `${installation === "proved" ? marks.done : marks.unknown} ${titleOf(role)}  ${slug ?? clientId}`,
    `    ${appRecords[role].variable} = ${clientId}`,
    `    ${appRecords[role].secret} is set`,
    `    installed: ${installationWords[installation]}`,
    ...(installation === "pending" ? askOwner(app, where) : []),
  ];
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
    `    Send this to an owner of ${owner}:`,
    `      Please install the App ${slug ?? clientId} on ${owner}: choose "Only select repositories" and exactly ${nameAll(repositories)}.`,
    `      ${linkToSend(app, where)}`,
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
