import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { brands } from "./brand.ts";
import type { Brand } from "./brand.ts";
import { parseAddress } from "./parse-address.ts";

/** A forge as gatehouse reaches it: its addresses and its spelling. */
export interface HostProfile {
  /** As people write it, with the port where it has one: "github.com", "127.0.0.1:4173". */
  readonly host: string;
  readonly brand: Brand;
  /** Without a trailing slash, as all addresses here. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** Where Apps have their public pages: `/apps/SLUG`, on the forge's own servers `/github-apps/SLUG`. */
  readonly appsPath: "/apps" | "/github-apps";
  /** Whether it runs on this machine: the embedded forge. */
  readonly isEmbedded: boolean;
}

/** The forge that every command means unless it is told another one. */
export const publicHost = "github.com";

/** The name of the embedded forge that runs within this process, whatever port it got. */
export const embeddedHost = "emulator";

/**
 * Tells from a host's name how to reach it. An address on this machine is the embedded forge.
 * @throws InvalidInput when the text is no host name
 */
export function resolveHost(text: string, brandName?: Brand["name"]): HostProfile {
  return describeOrigin(parseHost(text), brandName);
}

/** How to reach the forge of an address, whatever it stands for: https, but for the embedded forge. */
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

/** The embedded forge of this process: its name, and with it the journal, outlives its port. */
export function describeEmbeddedHost(origin: string, brandName?: Brand["name"]): HostProfile {
  return { ...resolveHost(origin, brandName), host: embeddedHost };
}

/**
 * The variables whose token is meant for a host, first one first: the forge's own hosts have theirs, anybody else's
 * have others. The embedded forge has its login and nothing else: what speaks on a port of this machine without
 * encryption may be anybody.
 * @see https://cli.github.com/manual/gh_help_environment
 */
export function tokenVariables({ brand, host, isEmbedded }: HostProfile): readonly string[] {
  if (isEmbedded) return [];
  return isForgesOwn(host) ? brand.cli.tokenVariables : brand.cli.enterpriseTokenVariables;
}

/** What of an environment tells the forge CLI its login for a host. */
export function loginVariables(profile: HostProfile, env: NodeJS.ProcessEnv) {
  const names = [profile.brand.cli.configVariable, ...tokenVariables(profile)];
  const found = names.map((name) => [name, env[name]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => !!entry[1]));
}

/** What starts the embedded forge of this address. @returns undefined of any other forge, and of that of this process */
export function startLine({ host, webUrl, isEmbedded }: HostProfile): string | undefined {
  if (!isEmbedded || host === embeddedHost) return undefined;
  return ownCommandLine("emulator", "--port", new URL(webUrl).port || "80");
}

/** Whether it is one of the hosts that the forge itself runs, which is told by its name. */
export function isForgesOwn(host: string): boolean {
  return host === publicHost || host.endsWith(".ghe.com");
}

/** Whether a host's name, as an address spells it, stands for this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** A name with its port where it has one; on this machine an origin, whose http is what tells the embedded forge. */
const hostName = /^([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i;
const originHere = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?\/?$/i;

/** Whether `--host` takes it for an embedded forge on this machine. */
export function isOriginHere(text: string): boolean {
  return originHere.test(text);
}

function parseHost(text: string): URL {
  const here = `http://${text}`;
  if (isOriginHere(here)) {
    throw new InvalidInput(
      `"${text}" is this machine, where only the embedded forge is, by http.`,
      [{ say: "Name it so", command: `--host ${here}` }],
    );
  }
  const isHost = hostName.test(text);
  const url = isHost ? parseAddress(`https://${text}`) : parseAddress(text);
  if (url && (isHost || isOriginHere(text))) return url;
  if (url?.protocol === "http:" && url.hostname !== "") {
    throw new InvalidInput(
      `"${text}" is not encrypted; keys would cross the network in the open.`,
      [
        { say: "Name the host alone: it is reached by https", command: `--host ${url.host}` },
        {
          say: "The embedded forge is named by its number",
          command: "--host http://127.0.0.1:PORT",
        },
      ],
    );
  }
  const host = url?.protocol === "https:" && url.hostname !== "" ? url.host : publicHost;
  throw new InvalidInput(`"${text}" is not a host name.`, [
    { say: "Name the forge's host, and nothing else", command: `--host ${host}` },
  ]);
}
