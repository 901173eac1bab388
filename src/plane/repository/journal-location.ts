import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/**
 * Returns the prefix of a control plane's step IDs in every journal. Names are in lower case
 * because GitHub ignores case.
 */
export function journalLocation({
  profile,
  repository,
}: {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}): string {
  return `${profile.host} ${repository.full.toLowerCase()}`;
}
