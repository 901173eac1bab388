import {
  embeddedHost,
  isForgesOwn,
  isOriginHere,
  publicHost,
  resolveHost,
} from "./host-profile.ts";
import { parseAddress } from "./parse-address.ts";
import { parseRepositoryName, uniqueNames } from "./repository-name.ts";
import type { RepositoryName } from "./repository-name.ts";

/**
 * A repository that is a remote of a clone. The remote's address is not kept, because an address
 * can contain a credential.
 */
export interface Remote {
  /** Host in lower case. Web addresses keep their port. */
  readonly host: string;
  /**
   * Kind of address. A remote's port identifies its forge in a web address, but not in an SSH
   * address.
   */
  readonly way: "web" | "plain web" | "ssh";
  readonly repository: RepositoryName;
}

/**
 * Remotes of a clone, divided by whether they are on one forge. Each repository on the forge is
 * listed once, starting with `origin`.
 */
export interface RemotesOnHost {
  readonly here: readonly RepositoryName[];
  readonly elsewhere: readonly Remote[];
}

export interface ResolvedOnHost extends RemotesOnHost {
  readonly taken: RepositoryName | undefined;
}

/** Other host names that refer to github.com. */
const otherNames: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
};

const ways: Readonly<Record<string, Remote["way"]>> = {
  "https:": "web",
  "http:": "plain web",
  "ssh:": "ssh",
  "git+ssh:": "ssh",
  "ssh+git:": "ssh",
  "git:": "ssh",
};

/**
 * `git@host:owner/repo.git`: the host precedes the first colon, and no slash precedes that colon.
 */
const scpLike = /^(?:[^@/\s]+@)?(\[[\da-f:]+\]|[\w.-]+):(?!\/\/)([^\s]+)$/i;

/**
 * `C:/git/control.git`: a forge never has a one-letter host name, and git on Windows treats the
 * letter as a drive.
 */
const onDrive = /^[a-z]:/i;

/**
 * Parses a remote's address as git writes it; returns undefined if it is not the address of a
 * repository on a forge.
 */
export function parseRemote(text: string): Remote | undefined {
  if (onDrive.test(text)) return undefined;
  const [, name, path] = scpLike.exec(text) ?? [];
  if (name !== undefined && path !== undefined) return toRemote(name, "ssh", path);
  const address = parseAddress(text);
  const way = address && ways[address.protocol];
  if (!way) return undefined;
  return toRemote(way === "ssh" ? address.hostname : address.host, way, address.pathname);
}

/**
 * Returns the remote with the host name that an SSH alias resolves to, if GitHub runs that host.
 * For any other host, returns the remote unchanged, because the alias works only with SSH.
 */
export function redirectTo(name: string, remote: Remote): Remote {
  const host = otherNames[name] ?? name;
  return isForgesOwn(host) ? { ...remote, host } : remote;
}

/**
 * Separates the remotes on the forge that a command uses from all other remotes.
 * @throws InvalidInput if the text is not a host name
 */
export function sortRemotes(remotes: readonly Remote[], host: string): RemotesOnHost {
  const isHere = matcherOf(host);
  const names = remotes.filter(isHere).map(({ repository }) => repository.full);
  const here = uniqueNames(names).flatMap((name) => parseRepositoryName(name) ?? []);
  return { here, elsewhere: remotes.filter((remote) => !isHere(remote)) };
}

/** Remotes of the clone in a directory, starting with `origin`. */
export interface FolderRemotes {
  readonly remotes: readonly Remote[];
  /**
   * Remotes that identify the clone's repository: the remote named `origin`, or all remotes if none
   * has that name. Empty if one of these remotes could not be parsed.
   */
  readonly sure: readonly Remote[];
}

/**
 * Sorts the remotes, and determines which repository can be used without asking. It can be
 * determined only if exactly one repository is on the forge, and all remotes in `sure` are on that
 * forge.
 */
export function resolveRepository({ remotes, sure }: FolderRemotes, host: string): ResolvedOnHost {
  const { here, elsewhere } = sortRemotes(remotes, host);
  const isSure = sure.length > 0 && !sure.some((remote) => elsewhere.includes(remote));
  return { here, elsewhere, taken: isSure && here.length === 1 ? here[0] : undefined };
}

/** Returns the value of `--host` for a remote's forge. */
export function hostOption({ host, way }: Remote): string {
  const origin = `http://${host}`;
  return way === "plain web" && isOriginHere(origin) ? origin : host;
}

/** A remote with its display name, and the value of `--host` for its forge. */
export interface NamedRemote extends Remote {
  /** Display name, which includes the host except for github.com. */
  readonly name: string;
  readonly hostOption: string;
  /** Whether the host is certainly a forge: GitHub's own, or the embedded one. */
  readonly isKnown: boolean;
}

/** Returns the remotes with their display names, each repository once. */
export function nameRemotes(remotes: readonly Remote[]): NamedRemote[] {
  const named = new Map<string, NamedRemote>();
  for (const remote of remotes) {
    const { host, repository } = remote;
    const name = host === publicHost ? repository.full : `${repository.full} on ${host}`;
    const option = hostOption(remote);
    const isKnown = isForgesOwn(host) || option !== host;
    const key = name.toLowerCase();
    if (!named.has(key)) named.set(key, { ...remote, name, hostOption: option, isKnown });
  }
  return [...named.values()];
}

function matcherOf(host: string): (remote: Remote) => boolean {
  // The embedded forge uses a different port each time, so any unencrypted host on this machine
  // counts as the embedded forge.
  if (host === embeddedHost) return (remote) => hostOption(remote) !== remote.host;
  const { host: wanted, webUrl } = resolveHost(host);
  const { hostname } = new URL(webUrl);
  return (remote) => remote.host === (remote.way === "ssh" ? hostname : wanted);
}

function toRemote(name: string, way: Remote["way"], path: string): Remote | undefined {
  const repository = parseRepositoryName(path.replace(/^\/+/, "").replace(/\/*(\.git)?\/*$/, ""));
  const host = name.toLowerCase();
  return repository && { host: otherNames[host] ?? host, way, repository };
}
