import { InvalidInput } from "../shared/errors.ts";
import { describeOrigin, isLoopback, resolveHost } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import { parseAddress } from "./parse-address.ts";

/**
 * Returns the forge with the REST API address that a run received: `https://api.github.com`,
 * `https://HOST/api/v3`. On this machine, the address can use http and any path.
 * @throws InvalidInput if the address is not a REST API
 */
export function resolveApi(address: string): HostProfile {
  const url = parseAddress(address);
  const text = address.replace(/\/+$/, "");
  const found = url && (url.protocol === "http:" ? findHere(url, text) : findThere(url, text));
  if (found) return found;
  throw new InvalidInput(`"${address}" is not the address of a REST API.`, [
    { text: "Use the run's FORGE_API_URL or GITHUB_API_URL, such as https://api.github.com" },
  ]);
}

function findThere({ host }: URL, text: string): HostProfile | undefined {
  const names = [host.replace(/^api\./, ""), host];
  const origins = names.flatMap((name) => parseAddress(`https://${name}`) ?? []);
  const profiles = origins.map((origin) => describeOrigin(origin));
  return profiles.find(({ apiUrl }) => apiUrl === text);
}

function findHere(url: URL, text: string): HostProfile | undefined {
  // Credentials, a query or a fragment would become part of the address of every request.
  const isPlain = `${url.origin}${url.pathname}`.replace(/\/+$/, "") === text;
  if (!isPlain || !isLoopback(url.hostname)) return undefined;
  const profile = resolveHost(`http://127.0.0.1:${url.port || 80}`);
  const graphqlUrl = `${text.replace(/\/v3$/, "")}/graphql`;
  return { ...profile, host: url.host, webUrl: url.origin, apiUrl: text, graphqlUrl };
}
