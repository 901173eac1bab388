import { roleOf } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import { embeddedHost, publicHost, resolveHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { ownCommandLine, plainCommandLine } from "../../shared/own-command.ts";

/** Formats a gatehouse command for one control repository, ready to paste. */
export type CommandFormatter = (
  verb:
    | "setup"
    | "scope"
    | "status"
    | "verify"
    | "rotate"
    | "exposed"
    | "remove"
    | "dashboard"
    | "demo"
    | "control check"
    | "control render",
  more?: readonly string[],
) => string;

interface CommandLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

/** Returns the arguments of a command for the same forge and control repository. */
export function commandWords(
  verb: Parameters<CommandFormatter>[0],
  { profile, repository }: CommandLocation,
  more: readonly string[] = [],
): string[] {
  return [...verb.split(" "), ...hostOptions(profile), "--repo", repository.full, ...more];
}

/** Formats a command for the same forge and control repository, ready to paste. */
export function commandLine(...command: Parameters<typeof commandWords>): string {
  return ownCommandLine(...commandWords(...command));
}

/**
 * Formats a command for the same forge and control repository, for a file that is read on another
 * machine.
 */
export function commandLineForFile(...command: Parameters<typeof commandWords>): string {
  return plainCommandLine(...commandWords(...command));
}

/** Returns the options that select the credential for `gatehouse rotate`. */
export function rotateOptions(credential: StoredCredential): string[] {
  const role = roleOf(credential);
  return role === undefined ? ["--pat"] : ["--app", role];
}

function hostOptions({ host, brand, webUrl, isEmbedded }: HostProfile): string[] {
  if (host === embeddedHost) return ["--host", embeddedHost, ...brandOption(brand.name, "forge")];
  const name = isEmbedded ? webUrl : host;
  return [
    ...(host === publicHost ? [] : ["--host", name]),
    ...brandOption(brand.name, resolveHost(name).brand.name),
  ];
}

function brandOption(name: string, byHost: string): string[] {
  return name === byHost ? [] : ["--brand", name];
}
