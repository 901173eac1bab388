import { classifyToken } from "../credentials/pat/token.ts";
import { record } from "./cache-inspection.ts";
import { isAtLeast } from "../forge/forge-cli.ts";
import type { ForgeLogin } from "../forge/forge-cli.ts";
import type { Connection } from "../forge/connection.ts";
import { ForgeUnreachable, RefusedByForge } from "../forge/forge-errors.ts";
import { explainHowToRenew, explainHowToSignIn } from "../forge/login-advice.ts";
import { readForgeTime, readLoginFacts } from "../forge/resources/login-facts.ts";
import { readRepository } from "../forge/resources/repositories.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { UserError } from "../shared/errors.ts";
import { missing, ok, unknown, warning } from "./check.ts";
import type { Examination, Found } from "./check.ts";
import { checkScopes, describeShadow, requiredScopes } from "./check-scopes.ts";

export interface ForgeLocation {
  readonly connection: Connection;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** Path of the CLI; undefined if it is not on PATH. */
  readonly cliPath: string | undefined;
  readonly repository: RepositoryName | undefined;
}

/**
 * Returns the checks for the CLI, its login, and the forge. All checks share the same reading of
 * the login and of the clock.
 */
export function forgeExaminations(location: ForgeLocation): Examination[] {
  const { connection, repository } = location;
  const login = record(() => connection.cli.login());
  const clock = record(async () => {
    const before = location.now();
    const forge = await readForgeTime(connection.stranger);
    return { before, after: location.now(), forge };
  });
  const checks: Examination[] = [
    { id: "forge-cli", title: "CLI", isNeeded: true, run: () => inspectCli(location) },
    { id: "login", title: "Login", isNeeded: true, run: () => inspectLogin(location, login) },
    { id: "scopes", title: "Scopes", isNeeded: true, run: () => inspectScopes(location, login) },
    { id: "forge", title: "API", isNeeded: true, run: () => inspectForge(location, clock) },
    { id: "clock", title: "Clock", isNeeded: false, run: async () => checkClock(await clock()) },
  ];
  if (!repository) return checks;
  const title = "Repository";
  const inspect = () => inspectRepository(location, repository);
  return [...checks, { id: "repository", title, isNeeded: true, run: inspect }];
}

/**
 * Returns the check that replaces the forge checks if gatehouse cannot connect, for example because
 * its own state is invalid.
 */
export function unreachedExamination(error: unknown): Examination {
  const inspect = () => {
    if (error instanceof UserError) return missing(error.message, error.hints);
    throw error;
  };
  return { id: "forge", title: "API", isNeeded: true, run: inspect };
}

async function inspectCli({ connection, cliPath }: ForgeLocation): Promise<Found> {
  const { profile, cli } = connection;
  const { command, minimumVersion, installLink } = profile.brand.cli;
  const install = [{ text: `Install ${command} ${minimumVersion} or newer`, link: installLink }];
  if (profile.isEmbedded && profile.brand.cli.plainHost === undefined) {
    return ok("built into the embedded forge");
  }
  const version = await cli.version();
  if (version === undefined) return missing(`${command} not found on PATH`, install);
  const where = cliPath === undefined ? "" : `, ${cliPath}`;
  return isAtLeast(version, minimumVersion)
    ? ok(`${command} ${version}${where}`)
    : missing(`${command} ${version}${where}; ${minimumVersion} or newer is required`, install);
}

type AskLogin = () => Promise<ForgeLogin | undefined>;

const tokenNames: Readonly<Record<string, string>> = {
  oauth: "an OAuth token",
  classic: "a classic PAT",
  "fine-grained": "a fine-grained PAT",
  installation: "an App's installation token",
  "user-to-server": "an App's user token",
};

async function inspectLogin({ connection }: ForgeLocation, ask: AskLogin): Promise<Found> {
  const { profile } = connection;
  const found = await ask().catch(ofCli);
  if (found === "failed")
    return unknown(`${profile.brand.cli.command} did not return a valid login token`);
  if (!found)
    return missing("not signed in", [explainHowToSignIn(profile, "Sign in", requiredScopes)]);
  const kind = tokenNames[classifyToken(found.token).kind] ?? "a token";
  const text = `${kind}, from ${found.source}`;
  const { isTaken } = await readLoginFacts(connection.speakAs(found));
  if (isTaken) return ok(text);
  const again = explainHowToRenew(profile, "Sign in again", requiredScopes);
  return missing(`${text}; rejected`, [...describeShadow(profile, found), again]);
}

async function inspectScopes({ connection }: ForgeLocation, ask: AskLogin): Promise<Found> {
  const found = await ask().catch(ofCli);
  if (!found || found === "failed") return unknown("not checked: not signed in");
  const { profile } = connection;
  const check = checkScopes(await readLoginFacts(connection.speakAs(found)), profile);
  const { next = [] } = check;
  return next.length === 0
    ? check
    : { ...check, next: [...describeShadow(profile, found), ...next] };
}

/** Discards the CLI's message, which can contain anything. */
function ofCli(error: unknown): "failed" {
  if (error instanceof UserError) return "failed";
  throw error;
}

interface ClockReading {
  readonly before: Date;
  readonly after: Date;
  readonly forge: Date | undefined;
}

async function inspectForge(
  { connection, env }: ForgeLocation,
  ask: () => Promise<ClockReading>,
): Promise<Found> {
  const isProxied = Boolean(env["HTTPS_PROXY"] || env["https_proxy"]);
  const way = `through a proxy: ${isProxied && !connection.profile.isEmbedded ? "yes" : "no"}`;
  try {
    const { before, after } = await ask();
    return ok(`responds within ${after.getTime() - before.getTime()} ms; ${way}`);
  } catch (error) {
    // A rejection is also a response, even for a rate limit. The error of a failed connection is
    // not printed, because it could contain the name of a proxy.
    if (error instanceof RefusedByForge) return ok(`responds; ${way}`);
    if (!(error instanceof ForgeUnreachable)) throw error;
    return unknown(`no response; ${way}`, [
      { text: "Check the network, and HTTPS_PROXY if a proxy is required" },
    ]);
  }
}

const mostSkewSeconds = 60;

/** Compares the clocks, because GitHub rejects App signatures whose time is in the future. */
export function checkClock({ before, after, forge }: ClockReading): Found {
  if (!forge) return unknown("the API did not report its time");
  // The server's time has a resolution of one second.
  const [low, high] = [forge.getTime(), forge.getTime() + 1000];
  const ahead = Math.max(0, before.getTime() - high, low - after.getTime()) / 1000;
  const seconds = Math.round(ahead);
  if (seconds === 0) return ok("matches the server's clock");
  const text = `${seconds} s ${before.getTime() > high ? "ahead of" : "behind"} the server's clock`;
  const next = [{ text: "Synchronize the system clock over the network" }];
  if (seconds > mostSkewSeconds) return missing(`${text}; Apps cannot sign in`, next);
  return seconds > mostSkewSeconds / 2 ? warning(text, next) : ok(text);
}

async function inspectRepository(
  { connection }: ForgeLocation,
  repository: RepositoryName,
): Promise<Found> {
  try {
    const { isAdministered, isArchived } = await readRepository(
      await connection.client(),
      repository,
    );
    if (isArchived) return missing("archived, so it cannot be changed");
    return isAdministered
      ? ok("this account administers it")
      : missing("this account does not administer it", [{ text: "Ask for the Admin role" }]);
  } catch (error) {
    if (error instanceof RefusedByForge && error.status === 404) {
      return missing("not found, or not visible to this account");
    }
    throw error;
  }
}
