import { classifyToken } from "../credentials/pat/token.ts";
import { remember } from "./cache-inspection.ts";
import { isAtLeast } from "../forge/forge-cli.ts";
import type { ForgeLogin } from "../forge/forge-cli.ts";
import type { Connection } from "../forge/connection.ts";
import { ForgeUnreachable, RefusedByForge } from "../forge/forge-errors.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { readForgeTime, readLoginFacts } from "../forge/resources/login-facts.ts";
import { readRepository } from "../forge/resources/repositories.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { UserError } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import { missing, ok, unknown, warning } from "./check.ts";
import type { Examination, Found } from "./check.ts";
import { checkScopes, describeShadow } from "./check-scopes.ts";

export interface ForgePlace {
  readonly connection: Connection;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** Where the CLI is, if it is on PATH. */
  readonly cliPath: string | undefined;
  readonly repository: RepositoryName | undefined;
}

/** The forge CLI, its login, and the forge itself. What was learned by one look, the others wait for. */
export function forgeExaminations(place: ForgePlace): Examination[] {
  const { connection, repository } = place;
  const login = remember(() => connection.cli.login());
  const clock = remember(async () => {
    const before = place.now();
    const forge = await readForgeTime(connection.stranger);
    return { before, after: place.now(), forge };
  });
  const looks: Examination[] = [
    { id: "forge-cli", title: "Forge CLI", isNeeded: true, look: () => inspectCli(place) },
    { id: "login", title: "Login", isNeeded: true, look: () => inspectLogin(place, login) },
    { id: "scopes", title: "Scopes", isNeeded: true, look: () => inspectScopes(place, login) },
    { id: "forge", title: "Forge", isNeeded: true, look: () => inspectForge(place, clock) },
    { id: "clock", title: "Clock", isNeeded: false, look: async () => checkClock(await clock()) },
  ];
  if (!repository) return looks;
  const title = "Repository";
  const look = () => inspectRepository(place, repository);
  return [...looks, { id: "repository", title, isNeeded: true, look }];
}

/** Stands for all of them on a machine on which nothing leads to the forge: its own state may be in the way. */
export function unreachedExamination(error: unknown): Examination {
  const look = () => {
    if (error instanceof UserError) return missing(error.message, error.hints);
    throw error;
  };
  return { id: "forge", title: "Forge", isNeeded: true, look };
}

async function inspectCli({ connection, cliPath }: ForgePlace): Promise<Found> {
  const { profile, cli } = connection;
  const { command, minimumVersion, installLink } = profile.brand.cli;
  const install = [{ say: `Install ${command} ${minimumVersion} or newer`, link: installLink }];
  if (profile.isEmbedded && profile.brand.cli.plainHost === undefined) {
    return ok("the embedded forge's own");
  }
  const version = await cli.version();
  if (version === undefined) return missing(`there is no ${command} on PATH`, install);
  const where = cliPath === undefined ? "" : `, ${cliPath}`;
  return isAtLeast(version, minimumVersion)
    ? ok(`${command} ${version}${where}`)
    : missing(
        `${command} ${version}${where}; ${minimumVersion} is the first that will do`,
        install,
      );
}

type AskLogin = () => Promise<ForgeLogin | undefined>;

const tokenNames: Readonly<Record<string, string>> = {
  oauth: "an OAuth token",
  classic: "a classic PAT",
  "fine-grained": "a fine-grained PAT",
  installation: "an App's installation token",
  "user-to-server": "a token that an App got",
};

async function inspectLogin({ connection }: ForgePlace, ask: AskLogin): Promise<Found> {
  const { profile } = connection;
  const found = await ask().catch(ofCli);
  if (found === "failed") return unknown("the forge CLI did not tell it");
  if (!found) return missing("nobody is signed in", signIn(profile));
  const kind = tokenNames[classifyToken(found.token).kind] ?? "a token";
  const said = `${kind}, from ${found.source}`;
  const { isTaken } = await readLoginFacts(connection.speakAs(found));
  if (isTaken) return ok(said);
  return missing(`${said}; the forge refuses it`, [
    ...describeShadow(profile, found),
    ...signIn(profile),
  ]);
}

async function inspectScopes({ connection }: ForgePlace, ask: AskLogin): Promise<Found> {
  const found = await ask().catch(ofCli);
  if (!found || found === "failed") return unknown("not seen without a login");
  const { profile } = connection;
  const judged = checkScopes(await readLoginFacts(connection.speakAs(found)), profile);
  const { next = [] } = judged;
  return next.length === 0
    ? judged
    : { ...judged, next: [...describeShadow(profile, found), ...next] };
}

/** Its complaint is in its own words, which may tell anything. */
function ofCli(error: unknown): "failed" {
  if (error instanceof UserError) return "failed";
  throw error;
}

function signIn({ brand, host }: HostProfile): Hint[] {
  const command = `${brand.cli.command} auth login --hostname ${host} --scopes repo,workflow,read:org`;
  return [{ say: "Sign in", command }];
}

interface ClockReading {
  readonly before: Date;
  readonly after: Date;
  readonly forge: Date | undefined;
}

async function inspectForge(
  { connection, env }: ForgePlace,
  ask: () => Promise<ClockReading>,
): Promise<Found> {
  const isProxied = Boolean(env["HTTPS_PROXY"] || env["https_proxy"]);
  const way = `through a proxy: ${isProxied && !connection.profile.isEmbedded ? "yes" : "no"}`;
  try {
    const { before, after } = await ask();
    return ok(`answers within ${after.getTime() - before.getTime()} ms; ${way}`);
  } catch (error) {
    // A limit is an answer, too. What a failed connection says of itself may name a proxy.
    if (error instanceof RefusedByForge) return ok(`answers; ${way}`);
    if (!(error instanceof ForgeUnreachable)) throw error;
    return unknown(`not seen: no answer; ${way}`, [
      { say: "Check the network, and HTTPS_PROXY where one is needed" },
    ]);
  }
}

const mostSkewSeconds = 60;

/** An App signs with the time: the forge refuses what comes from its future. */
export function checkClock({ before, after, forge }: ClockReading): Found {
  if (!forge) return unknown("the forge does not tell its time");
  // The forge tells whole seconds.
  const [low, high] = [forge.getTime(), forge.getTime() + 1000];
  const ahead = Math.max(0, before.getTime() - high, low - after.getTime()) / 1000;
  const seconds = Math.round(ahead);
  if (seconds === 0) return ok("as the forge's");
  const said = `${seconds} s ${before.getTime() > high ? "ahead of" : "behind"} the forge's`;
  const next = [{ say: "Have the system set its clock by the network" }];
  if (seconds > mostSkewSeconds) return missing(`${said}; Apps cannot sign in`, next);
  return seconds > mostSkewSeconds / 2 ? warning(said, next) : ok(said);
}

async function inspectRepository(
  { connection }: ForgePlace,
  repository: RepositoryName,
): Promise<Found> {
  try {
    const { isAdministered, isArchived } = await readRepository(
      await connection.client(),
      repository,
    );
    if (isArchived) return missing("it is archived: nothing of it can be changed");
    return isAdministered
      ? ok("this login administers it")
      : missing("this login does not administer it", [{ say: "Ask for the role Admin" }]);
  } catch (error) {
    if (error instanceof RefusedByForge && error.status === 404) {
      return missing("it is not there, or this login may not see it");
    }
    throw error;
  }
}
