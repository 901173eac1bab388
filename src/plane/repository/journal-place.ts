import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** What the ids of a control plane's steps begin with in every journal; the forge does not tell the cases of names apart. */
export function journalPlace({
  profile,
  repository,
}: {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}): string {
  return `${profile.host} ${repository.full.toLowerCase()}`;
}
