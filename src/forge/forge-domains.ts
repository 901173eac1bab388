import type { Brand } from "./brand.ts";
import type { HostProfile } from "./host-profile.ts";
import { publicHost } from "./host-profile.ts";

/** What the public forge serves files, archives and releases from; a domain covers its subdomains. */
const publicDomains = [
  publicHost,
  "raw.githubusercontent.com",
  "objects.githubusercontent.com",
  "release-assets.githubusercontent.com",
];

/** The domains of a forge that a git client and the forge's CLI ask for. */
export function forgeDomains({ host }: Pick<HostProfile, "host">): readonly string[] {
  return host === publicHost ? publicDomains : [host];
}

/** Where the engine of a forge finds its models, each plan at an address of its own. */
export function providerDomains({ name }: Pick<Brand, "name">): readonly string[] {
  if (name !== "github") return [];
  const plans = ["individual.", "business.", "enterprise."];
  return ["", ...plans].map((plan) => `api.${plan}githubcopilot.com`);
}
