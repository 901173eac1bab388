import { RefusedByForge, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import { isAtLeast, NotSignedIn } from "../../forge/forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "../../forge/forge-cli.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import type { Account } from "../../forge/web-links.ts";

/** What is known of the operator's standing before the first browser window. */
export interface Readiness {
  readonly cliVersion: string;
  readonly loginSource: string;
  readonly repositoryId: number;
  readonly account: Account;
  /** Whether this person may make and install Apps for the account by themselves. */
  readonly isOwner: boolean;
  /** The organization's plan, where the forge tells it. */
  readonly plan: string | undefined;
}

/** Everything that stands in the way, at once. */
export class NotReady extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(repository: RepositoryName, obstacles: readonly Obstacle[]) {
    super(
      [
        `${repository.full} cannot be set up yet:`,
        ...obstacles.map(({ what }) => `- ${what}`),
      ].join("\n"),
      obstacles.flatMap(({ hints }) => hints),
    );
  }
}

interface Obstacle {
  readonly what: string;
  readonly hints: readonly Hint[];
}

export interface PreflightDeps {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly rest: (login: ForgeLogin) => RestClient;
}

/** @throws NotReady naming all that is missing */
export async function checkReadiness(
  repository: RepositoryName,
  deps: PreflightDeps,
): Promise<Readiness> {
  const obstacles: Obstacle[] = [];
  const cliVersion = await deps.cli.version();
  const tooOld = judgeCli(cliVersion, deps.profile);
  if (tooOld) obstacles.push(tooOld);
  const login = cliVersion === undefined ? undefined : await deps.cli.login();
  if (cliVersion === undefined || !login) {
    if (cliVersion !== undefined) obstacles.push(notSignedIn(deps.profile));
    throw new NotReady(repository, obstacles);
  }
  const standing = await readStanding(repository, deps.rest(login)).catch((error: unknown) => {
    obstacles.push(explainRefusal(error, repository, login, deps.profile));
    return undefined;
  });
  if (standing && !standing.isAdmin) obstacles.push(notAdmin(repository));
  if (!standing || obstacles.length > 0) throw new NotReady(repository, obstacles);
  return { ...standing, cliVersion, loginSource: login.source };
}

function judgeCli(version: string | undefined, { brand }: HostProfile): Obstacle | undefined {
  const { command, minimumVersion, installLink } = brand.cli;
  const install = [{ say: `Install ${command} ${minimumVersion} or newer`, link: installLink }];
  if (version === undefined)
    return { what: `the forge CLI "${command}" is missing`, hints: install };
  if (isAtLeast(version, minimumVersion)) return undefined;
  const what = `the forge CLI "${command}" is ${version}; ${minimumVersion} is the first that can set variables`;
  return { what, hints: install };
}

function notSignedIn(profile: HostProfile): Obstacle {
  return { what: `nobody is signed in to ${profile.host}`, hints: new NotSignedIn(profile).hints };
}

function notAdmin(repository: RepositoryName): Obstacle {
  return {
    what: "you may not administer it, which variables and secrets need",
    hints: [{ say: `Ask an administrator of ${repository.full} for the role Admin` }],
  };
}

function explainRefusal(
  error: unknown,
  repository: RepositoryName,
  login: ForgeLogin,
  { brand, host }: HostProfile,
): Obstacle {
  if (error instanceof SingleSignOnRequired) return { what: error.message, hints: error.hints };
  if (!(error instanceof RefusedByForge)) throw error;
  if (error.status === 401) {
    const command = `${brand.cli.command} auth refresh --hostname ${host}`;
    return {
      what: `the forge does not know the token from ${login.source}`,
      hints: [{ say: "Sign in anew", command }],
    };
  }
  if (error.status === 404) {
    return {
      what: `it does not exist, or the forge CLI's login (${login.source}) may not see it`,
      hints: [
        {
          say: "Check the name, and which account is signed in",
          command: `${brand.cli.command} auth status`,
        },
      ],
    };
  }
  return { what: error.message, hints: error.hints };
}

interface RepositoryFields {
  readonly id: number;
  readonly full_name: string;
  readonly owner: { readonly login: string; readonly id: number; readonly type: string };
  readonly permissions?: { readonly admin?: boolean };
}

/** @see GET /repos/{owner}/{repo}, GET /user/memberships/orgs/{org}, GET /orgs/{org}, GET /user */
async function readStanding(repository: RepositoryName, rest: RestClient) {
  const { body } = await rest.request("GET", `/repos/${repository.owner}/${repository.name}`);
  const { id, owner, permissions } = body as RepositoryFields;
  const kind = owner.type === "Organization" ? "organization" : "user";
  const account: Account = { login: owner.login, id: owner.id, kind };
  const isAdmin = permissions?.admin === true;
  const standing = { repositoryId: id, account, isAdmin };
  if (kind === "user") {
    const { body: user } = await rest.request("GET", "/user");
    const isOwner = (user as { login: string }).login === owner.login;
    return { ...standing, isOwner, plan: undefined };
  }
  const [membership, organization] = await Promise.all([
    // Not a member, or the login may not tell: then somebody else approves.
    rest.request("GET", `/user/memberships/orgs/${owner.login}`, { accept: [403, 404] }),
    rest.request("GET", `/orgs/${owner.login}`, { accept: [403, 404] }),
  ]);
  const { role, state } = membership.body as { role?: string; state?: string };
  const { plan } = organization.body as { plan?: { name?: string } };
  return { ...standing, isOwner: role === "admin" && state === "active", plan: plan?.name };
}
