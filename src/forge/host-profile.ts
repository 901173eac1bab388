import { InvalidInput } from "../shared/errors.ts";
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
  const url = parseHost(text);
  const isEmbedded = url.protocol === "http:";
  const brand = brands[brandName ?? (isEmbedded ? "forge" : "github")];
  const host = url.host;
  const webUrl = url.origin;
  if (host === publicHost || host.endsWith(".ghe.com")) {
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

/** Whether a host's name, as an address spells it, stands for this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function parseHost(text: string): URL {
  const url = parseAddress(/^https?:\/\//.test(text) ? text : `https://${text}`);
  const isPlain = url?.pathname === "/" && url.search === "" && url.username === "";
  if (!url || !isPlain || !/^(\[[\da-f:]+\]|[\w.-]+)$/i.test(url.hostname)) {
    throw new InvalidInput(`"${text}" is not a host name.`, [
      { say: "Name the forge's host", command: `gatehouse setup --host ${publicHost}` },
    ]);
  }
  const isHere = url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  if (url.protocol === "http:" && !isHere) {
    throw new InvalidInput(
      `"${text}" is not encrypted; keys would cross the network in the open.`,
      [{ say: "Use the forge's https address" }],
    );
  }
  return url;
}
