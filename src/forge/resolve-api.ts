import { InvalidInput } from "../shared/errors.ts";
import { resolveHost } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import { parseAddress } from "./parse-address.ts";

/**
 * The forge whose REST API is at an address, as a run is told it: `https://api.github.com`, `https://HOST/api/v3`. Only
 * on this machine it may be http.
 * @throws InvalidInput when it is no such address
 */
export function resolveApi(address: string): HostProfile {
  const url = parseAddress(address);
  const text = address.replace(/\/+$/, "");
  const candidates = url ? hostsOf(url).map((host) => resolveHost(host)) : [];
  const found = candidates.find(({ apiUrl }) => apiUrl === text);
  if (found) return found;
  throw new InvalidInput(`"${address}" is not the address of a forge's API.`, [
    { say: "A run's own FORGE_API_URL or GITHUB_API_URL is one: https://api.github.com" },
  ]);
}

function hostsOf({ protocol, host, origin }: URL): string[] {
  if (protocol === "http:") return [origin];
  return [host.replace(/^api\./, ""), host];
}
