import type { Brand } from "./brand.ts";
import type { HostProfile } from "./host-profile.ts";
import { isForgesOwn, publicHost } from "./host-profile.ts";

/**
 * Domains from which github.com serves files, archives and releases, including their subdomains.
 */
const publicDomains = [
  publicHost,
  "raw.githubusercontent.com",
  "objects.githubusercontent.com",
  "release-assets.githubusercontent.com",
];

/** Returns the domains of a forge that Git clients and the forge CLI contact. */
export function forgeDomains({ host }: Pick<HostProfile, "host">): readonly string[] {
  return host === publicHost ? publicDomains : [host];
}

/** Host name of the public API. */
export const publicApiHost = `api.${publicHost}`;

/** Returns the host name of a forge from the host name of its API. */
export function hostOfApi(apiHost: string): string {
  const host = apiHost.replace(/^api\./, "");
  return isForgesOwn(host) ? host : apiHost;
}

/** Returns the domains of the engine's model API. Each plan has its own domain. */
export function providerDomains({ name }: Pick<Brand, "name">): readonly string[] {
  if (name !== "github") return [];
  const plans = ["individual.", "business.", "enterprise."];
  return ["", ...plans].map((plan) => `api.${plan}githubcopilot.com`);
}
