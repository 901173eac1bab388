import { embeddedHost, publicHost, resolveHost } from "../forge/host-profile.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** A command of gatehouse to paste, which goes to the same forge and the same control repository. */
export function commandLine(
  verb: "setup" | "status" | "verify" | "rotate" | "exposed",
  place: { readonly profile: HostProfile; readonly repository: RepositoryName },
  more: readonly string[] = [],
): string {
  const { profile, repository } = place;
  return [`gatehouse ${verb}`, ...hostOptions(profile), `--repo ${repository.full}`, ...more].join(
    " ",
  );
}

function hostOptions({ host, brand, webUrl, isEmbedded }: HostProfile): string[] {
  if (host === embeddedHost) return [`--host ${embeddedHost}`, ...brandOption(brand.name, "forge")];
  const name = isEmbedded ? webUrl : host;
  return [
    ...(host === publicHost ? [] : [`--host ${name}`]),
    ...brandOption(brand.name, resolveHost(name).brand.name),
  ];
}

function brandOption(name: string, byHost: string): string[] {
  return name === byHost ? [] : [`--brand ${name}`];
}
