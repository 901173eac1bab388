import { roleOf } from "../credentials/credential.ts";
import type { StoredCredential } from "../credentials/credential.ts";
import { embeddedHost, publicHost, resolveHost } from "../forge/host-profile.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { shellWord } from "../shared/shell-word.ts";

/** Says a command of gatehouse for one control repository, to paste. */
export type SayCommand = (
  verb:
    | "setup"
    | "scope"
    | "status"
    | "verify"
    | "rotate"
    | "exposed"
    | "remove"
    | "dashboard"
    | "control check"
    | "control render",
  more?: readonly string[],
) => string;

/** A command of gatehouse to paste, which goes to the same forge and the same control repository. */
export function commandLine(
  verb: Parameters<SayCommand>[0],
  place: { readonly profile: HostProfile; readonly repository: RepositoryName },
  more: readonly string[] = [],
): string {
  const { profile, repository } = place;
  return [`gatehouse ${verb}`, ...hostOptions(profile), `--repo ${repository.full}`, ...more].join(
    " ",
  );
}

/**
 * The command that was given, to paste, with one option changed or added; every other one stays as it was.
 * @param given the words after the program's name
 */
export function changeOption(given: readonly string[], option: string, value: string): string {
  const changed = `${option} ${shellWord(value)}`;
  const words = given.flatMap((word, index) => {
    if (given[index - 1] === option) return [];
    return word === option || word.startsWith(`${option}=`) ? [changed] : [shellWord(word)];
  });
  const others = words.filter((word, index) => word !== changed || words.indexOf(word) === index);
  return ["gatehouse", ...others, ...(words.includes(changed) ? [] : [changed])].join(" ");
}

/** Which credential `gatehouse rotate` is to replace. */
export function rotateOptions(credential: StoredCredential): string[] {
  const role = roleOf(credential);
  return [role === undefined ? "--pat" : `--app ${role}`];
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
