import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { brands } from "./brand.ts";
import type { Brand } from "./brand.ts";
import { parseAddress } from "./parse-address.ts";

/** The addresses of a forge, and its brand-specific names. */
export interface HostProfile {
  /** Host in its usual spelling, with the port if it has one: "github.com", "127.0.0.1:4173". */
  readonly host: string;
  readonly brand: Brand;
  /** Address of the web pages. None of the profile's addresses has a trailing slash. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /**
   * Path of the Apps' public pages: `/apps/SLUG`, or `/github-apps/SLUG` on GitHub Enterprise
   * Server.
   */
  readonly appsPath: "/apps" | "/github-apps";
  /** Whether this is the embedded forge, on this machine. */
  readonly isEmbedded: boolean;
}

/** Default host of every command. */
export const publicHost = "github.com";

/** Host name of the embedded forge in this process, regardless of its port. */
export const embeddedHost = "emulator";

/**
 * Returns the profile of the forge with a host name. A host on this machine means the embedded
 * forge.
 * @throws InvalidInput if the text is not a host name
 */
export function resolveHost(text: string, brandName?: Brand["name"]): HostProfile {
  return describeOrigin(parseHost(text), brandName);
}

/**
 * Returns the profile of the forge at an address. The address uses https, except for the embedded
 * forge.
 */
export function describeOrigin(url: URL, brandName?: Brand["name"]): HostProfile {
  const isEmbedded = url.protocol === "http:";
  const brand = brands[brandName ?? (isEmbedded ? "forge" : "github")];
  const host = url.host;
  const webUrl = url.origin;
  if (isForgesOwn(host)) {
    const apiUrl = `https://api.${host}`;
    const graphqlUrl = `${apiUrl}/graphql`;
    return { host, brand, webUrl, apiUrl, graphqlUrl, appsPath: "/apps", isEmbedded };
  }
  return {
    host,
    brand,
    webUrl,
    apiUrl: `${webUrl}/api/v3`,
    graphqlUrl: `${webUrl}/api/graphql`,
    appsPath: isEmbedded ? "/apps" : "/github-apps",
    isEmbedded,
  };
}

/**
 * Returns the profile of the embedded forge in this process. Its host name does not contain the
 * port, so a new port does not start a new journal.
 */
export function describeEmbeddedHost(origin: string, brandName?: Brand["name"]): HostProfile {
  return { ...resolveHost(origin, brandName), host: embeddedHost };
}

/**
 * Returns the variables with a token for a host, in order of precedence. GitHub's own hosts and
 * self-hosted ones use different variables. The embedded forge uses only its own login, because any
 * program can listen on a local port without encryption.
 * @see https://cli.github.com/manual/gh_help_environment
 */
export function tokenVariables({ brand, host, isEmbedded }: HostProfile): readonly string[] {
  if (isEmbedded) return [];
  return isForgesOwn(host) ? brand.cli.tokenVariables : brand.cli.enterpriseTokenVariables;
}

/** Returns the environment variables that determine the forge CLI's login for a host. */
export function loginVariables(profile: HostProfile, env: NodeJS.ProcessEnv) {
  const names = [profile.brand.cli.configVariable, ...tokenVariables(profile)];
  const found = names.map((name) => [name, env[name]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => !!entry[1]));
}

/**
 * Returns the command that starts the embedded forge at this address.
 * @returns undefined for any other forge, and for the embedded forge of this process
 */
export function startLine(profile: HostProfile): string | undefined {
  const { host, webUrl, isEmbedded } = profile;
  if (!isEmbedded || host === embeddedHost) return undefined;
  const port = new URL(webUrl).port || "80";
  return ownCommandLine("emulator", "--port", port, ...conventionOf(profile));
}

/** Returns the option for the naming convention of an embedded forge, unless it is the default. */
export function conventionOf({ brand }: Pick<HostProfile, "brand">): readonly string[] {
  return brand.name === "forge" ? [] : ["--brand", brand.name];
}

/** Returns whether GitHub itself runs a host, based on the host's name. */
export function isForgesOwn(host: string): boolean {
  return host === publicHost || host.endsWith(".ghe.com");
}

/** Returns whether a host name refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * A host name with an optional port. A host on this machine is specified as an origin instead,
 * because its `http:` scheme identifies the embedded forge.
 */
const hostName = /^([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i;
const originHere = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?\/?$/i;

/** Returns whether a `--host` value is the address of an embedded forge on this machine. */
export function isOriginHere(text: string): boolean {
  return originHere.test(text);
}

function parseHost(text: string): URL {
  const here = `http://${text}`;
  if (isOriginHere(here)) {
    throw new InvalidInput(
      `"${text}" is on this machine, where the embedded forge requires http.`,
      [{ text: "Include http:// in the address", command: `--host ${here}` }],
    );
  }
  const isHost = hostName.test(text);
  const url = isHost ? parseAddress(`https://${text}`) : parseAddress(text);
  if (url && (isHost || isOriginHere(text))) return url;
  if (url?.protocol === "http:" && url.hostname !== "") {
    throw new InvalidInput(`"${text}" is not encrypted, so keys would be sent in plain text.`, [
      { text: "Use only the host name, which implies https", command: `--host ${url.host}` },
      {
        text: "Use the IP address of the embedded forge",
        command: "--host http://127.0.0.1:PORT",
      },
    ]);
  }
  const host = url?.protocol === "https:" && url.hostname !== "" ? url.host : publicHost;
  throw new InvalidInput(`"${text}" is not a host name.`, [
    { text: "Use only the host name", command: `--host ${host}` },
  ]);
}
