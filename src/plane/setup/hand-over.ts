import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToSignIn } from "../../forge/login-advice.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { count } from "../../shared/count.ts";
import { commandLineForFile } from "../repository/command-line.ts";
import { nameApp } from "./app-name.ts";
import { summarizeCeiling } from "./describe-plan.ts";

/** The part of a setup that only an owner of the organization can do: creating Apps. */
export interface HandOver {
  /** Account of the user who asks an owner. */
  readonly askedBy: string;
  /** Whether the scope is committed. Otherwise, the owner's setup asks about it. */
  readonly scope: "described" | "later";
  readonly apps: readonly HandedOverApp[];
}

interface HandedOverApp {
  readonly role: AppRole;
  readonly name: string;
  /** Permission ceiling of the App. */
  readonly permissions: Permissions;
  /** Full names of the repositories to install the App on, starting with the control repository. */
  readonly repositories: readonly string[];
}

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

/** A line of a message: text, a command or a link. An empty text separates paragraphs. */
export type MessageLine = string | { readonly command: string } | { readonly link: string };

/** The package of gatehouse that an owner installs. */
export interface GatehousePackage {
  readonly name: string;
  readonly version: string;
  /** Whether the package can be installed from the registry. */
  readonly isPublished: boolean;
}

/** Address of gatehouse's repository. */
export const sourceLink = "https://github.com/gatehouse-cli/gatehouse";

/** Returns the options with which setup creates these Apps, except host and control repository. */
export function handOverOptions(
  { scope, apps }: HandOver,
  { repository }: Pick<Location, "repository">,
): string[] {
  return apps.flatMap(({ role, name, repositories }) => [
    ...(name === nameApp(repository, role) ? [] : [`--${role}-app-name`, name]),
    ...(scope === "described"
      ? []
      : repositories.slice(1).flatMap((full) => [`--${role}-repository`, full])),
  ]);
}

/** Returns the command that an owner runs on their own machine. */
export function handOverCommand(handOver: HandOver, location: Location): string {
  return commandLineForFile("setup", location, handOverOptions(handOver, location));
}

/**
 * Writes the message for an owner. It contains only what the owner needs to decide and to run the
 * command: no key and no code.
 */
export function writeHandOver(
  handOver: HandOver,
  location: Location & { readonly program: GatehousePackage },
): MessageLine[] {
  const { askedBy, scope, apps } = handOver;
  const { profile, repository, program } = location;
  const { owner, full } = repository;
  const signIn = explainHowToSignIn(profile, `Sign in to ${profile.host} as an owner of ${owner}`);
  return [
    `${askedBy} asks an owner of ${owner} to create ${count(apps.length, "App")} for the repository ${full} on ${profile.host}.`,
    "gatehouse uses such Apps to give AI agents restricted access to repositories. An owner has to create and install them.",
    ...apps.flatMap(({ role, name, permissions, repositories }) => [
      "",
      `${titleOf(role)}: ${name}`,
      `- Permissions: ${summarizeCeiling(permissions)}`,
      `- Repositories: ${repositories.join(", ")}`,
    ]),
    "",
    "What to do (about 5 minutes, plus the installation of gatehouse):",
    "",
    ...explainInstall(program),
    `2. ${signIn.text}:`,
    ...(signIn.command === undefined ? [] : [{ command: signIn.command }]),
    "3. Run:",
    { command: handOverCommand(handOver, location) },
    "",
    ...(scope === "later"
      ? ['If setup asks about the scope, choose "Create both Apps first".']
      : []),
    `gatehouse shows what it creates, and asks you to confirm it. ${describePages(apps)}`,
    `gatehouse then stores the client IDs and the keys in ${full}. Never send a key or a code in a message.`,
    `When it is complete, tell ${askedBy}, who then runs the same command.`,
  ];
}

function explainInstall({ name, version, isPublished }: GatehousePackage): MessageLine[] {
  if (isPublished)
    return ["1. Install gatehouse:", { command: `npm install -g ${name}@${version}` }];
  return [
    `1. Install gatehouse ${version} from a clone of its repository:`,
    { link: sourceLink },
    { command: `npm ci && npm pack && npm install -g ./${name}-${version}.tgz` },
  ];
}

/** Describes the pages that the browser opens for each App. */
function describePages(apps: HandOver["apps"]): string {
  const hasMore = apps.some(({ repositories }) => repositories.length > 1);
  const steps = hasMore
    ? "one creates the App, one installs it, and one selects its other repositories"
    : "one creates the App, and one installs it";
  return `The browser opens ${hasMore ? "three" : "two"} pages for each App: ${steps}.`;
}

/** Returns a message as plain text, with indented commands and links. */
export function formatMessage(lines: readonly MessageLine[]): string {
  const format = (line: MessageLine) => {
    if (typeof line === "string") return line;
    return `   ${"command" in line ? line.command : line.link}`;
  };
  return lines.map(format).join("\n");
}
