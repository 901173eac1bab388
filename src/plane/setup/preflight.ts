import { commandLine } from "../repository/command-line.ts";
import { hintsForUnseen, describeUnseen } from "../repository/unseen-repository.ts";
import { RefusedByForge, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import { isAtLeast, NotSignedIn } from "../../forge/forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "../../forge/forge-cli.ts";
import { tokenVariables } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToRenew } from "../../forge/login-advice.ts";
import { requireRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isOrganizationOwner } from "../../forge/resources/organizations.ts";
import type { RepositorySnapshot } from "../../forge/resources/repository-snapshot.ts";
import { readRepository } from "../../forge/resources/repositories.ts";
import type { Account } from "../../forge/account.ts";
import { readLogin } from "../../forge/resources/users.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** Facts about the operator and the repository, known before the first browser window opens. */
export interface Readiness {
  readonly cliVersion: string;
  readonly loginSource: string;
  readonly repositoryId: number;
  readonly account: Account;
  /** Whether the operator can create and install Apps for the account. */
  readonly isOwner: boolean;
}

/** Lists all missing requirements at once. */
export class NotReady extends UserError {
  readonly exitCode = exitCode.incomplete;

  /** @param otherWays hints after those of the requirements */
  constructor(
    repository: RepositoryName,
    obstacles: readonly Obstacle[],
    otherWays: readonly Hint[] = [],
  ) {
    super(
      [
        `${repository.full} cannot be set up yet:`,
        ...obstacles.map(({ what }) => `- ${what}`),
      ].join("\n"),
      [...obstacles.flatMap(({ hints }) => hints), ...otherWays],
    );
  }
}

/** A requirement that is not met, as a clause, and how to meet it. */
interface Obstacle {
  readonly what: string;
  readonly hints: readonly Hint[];
}

export interface PreflightDeps {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly clientOf: (login: ForgeLogin) => ForgeClient;
  /**
   * Reads the snapshot that setup needs when it starts; undefined if the forge does not answer the
   * query.
   */
  readonly readSnapshot: () => Promise<RepositorySnapshot | undefined>;
}

/** @throws NotReady with all missing requirements */
export async function checkReadiness(
  repository: RepositoryName,
  deps: PreflightDeps,
): Promise<Readiness> {
  const { readiness, obstacles } = await inspectReadiness(repository, deps);
  if (!readiness || obstacles.length > 0) throw new NotReady(repository, obstacles);
  return readiness;
}

/** The readiness, even if requirements are not met. */
export interface Inspection {
  /** Undefined if the repository could not be read. */
  readonly readiness: Readiness | undefined;
  readonly isAdmin: boolean;
  readonly obstacles: readonly Obstacle[];
}

/** Checks all requirements, and reads the operator's access if the repository is visible. */
export async function inspectReadiness(
  repository: RepositoryName,
  deps: PreflightDeps,
): Promise<Inspection> {
  const obstacles: Obstacle[] = [];
  const unread = { readiness: undefined, isAdmin: false, obstacles };
  const cliVersion = await deps.cli.version();
  const tooOld = checkForgeCli(cliVersion, deps.profile);
  if (tooOld) obstacles.push(tooOld);
  const login = cliVersion === undefined ? undefined : await deps.cli.login();
  if (cliVersion === undefined || !login) {
    if (cliVersion !== undefined) obstacles.push(notSignedIn(deps.profile));
    return unread;
  }
  const client = deps.clientOf(login);
  const reading = deps
    .readSnapshot()
    .then((readSnapshot) => readAccess(repository, client, readSnapshot));
  const access = await reading.catch((error: unknown) => {
    obstacles.push(explainRefusal(error, repository, login, deps.profile));
    return undefined;
  });
  if (!access) return unread;
  obstacles.push(...evaluateOverallStatus(access, { repository, login, ...deps }));
  const readiness = { ...access.known, cliVersion, loginSource: login.source };
  return { readiness, isAdmin: access.isAdmin, obstacles };
}

/** Finds problems that GitHub would report only after the Apps exist. */
function evaluateOverallStatus(
  { isAdmin, fullName, isArchived }: RepositoryAccess,
  { repository, login, profile }: Pick<PreflightDeps, "profile"> & Asked,
): Obstacle[] {
  const isRenamed = fullName.toLowerCase() !== repository.full.toLowerCase();
  const link = `${profile.webUrl}/${fullName}/settings`;
  return [
    ...(isRenamed ? [renamed(fullName, profile)] : []),
    ...(isArchived
      ? [
          {
            what: "it is archived, so it cannot be changed",
            hints: [{ text: "Unarchive it", link }],
          },
        ]
      : []),
    ...(isAdmin ? [] : [notAdmin(repository, login, profile)]),
  ];
}

interface Asked {
  readonly repository: RepositoryName;
  readonly login: ForgeLogin;
}

function renamed(fullName: string, profile: HostProfile): Obstacle {
  const repository = requireRepositoryName(fullName, "--repo owner/name");
  const command = commandLine("setup", { profile, repository });
  return { what: `it was renamed to ${fullName}`, hints: [{ text: "Use the new name", command }] };
}

function checkForgeCli(version: string | undefined, { brand }: HostProfile): Obstacle | undefined {
  const { command, minimumVersion, installLink } = brand.cli;
  const install = [{ text: `Install ${command} ${minimumVersion} or newer`, link: installLink }];
  if (version === undefined) return { what: `"${command}" is not installed`, hints: install };
  if (isAtLeast(version, minimumVersion)) return undefined;
  const what = `"${command}" is version ${version}; setting variables requires ${minimumVersion} or newer`;
  return { what, hints: install };
}

function notSignedIn(profile: HostProfile): Obstacle {
  return { what: `not signed in to ${profile.host}`, hints: new NotSignedIn(profile).hints };
}

/**
 * A token from the environment takes precedence over the stored login but may have fewer
 * permissions.
 */
function notAdmin(repository: RepositoryName, login: ForgeLogin, profile: HostProfile): Obstacle {
  const ask = { text: `Ask an administrator of ${repository.full} for the Admin role` };
  if (!tokenVariables(profile).includes(login.source)) {
    return { what: "you need the Admin role to set variables and secrets", hints: [ask] };
  }
  return {
    what: `the token from ${login.source} lacks the Admin role, which variables and secrets require`,
    hints: [{ text: "Use the stored login instead", command: `unset ${login.source}` }, ask],
  };
}

function explainRefusal(
  error: unknown,
  repository: RepositoryName,
  login: ForgeLogin,
  profile: HostProfile,
): Obstacle {
  if (error instanceof SingleSignOnRequired) return { what: error.message, hints: error.hints };
  if (!(error instanceof RefusedByForge)) throw error;
  if (error.status === 401) {
    return {
      what: `the token from ${login.source} was rejected (401)`,
      hints: [explainHowToRenew(profile, "Sign in again")],
    };
  }
  if (error.status === 404) {
    return { what: `it ${describeUnseen(login)}`, hints: hintsForUnseen(profile) };
  }
  return { what: error.message, hints: error.hints };
}

interface RepositoryAccess {
  readonly isAdmin: boolean;
  readonly fullName: string;
  readonly isArchived: boolean;
  readonly known: Omit<Readiness, "cliVersion" | "loginSource">;
}

/**
 * Reads the operator's access to the account. The owner of a personal account has full control; for
 * an organization, GitHub reports the role.
 */
async function readAccess(
  repository: RepositoryName,
  client: ForgeClient,
  readSnapshot: RepositorySnapshot | undefined,
): Promise<RepositoryAccess> {
  const found = readSnapshot?.repository ?? (await readRepository(client, repository));
  const { id: repositoryId, owner: account, fullName, isArchived } = found;
  const access = { isAdmin: found.isAdministered, fullName, isArchived };
  if (account.kind === "user") {
    const isOwner = readSnapshot?.isOwner ?? (await readLogin(client)) === account.login;
    return { ...access, known: { repositoryId, account, isOwner } };
  }
  const isOwner = readSnapshot?.isOwner ?? (await isOrganizationOwner(client, account.login));
  return { ...access, known: { repositoryId, account, isOwner } };
}
