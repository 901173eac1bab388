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

/** A repository that a clone is of. No address is kept: one may hold somebody's credential. */
export interface Remote {
  /** Lower case; with its port where an address of the web has one. */
  readonly host: string;
  /** By which way its host is reached: what a web address says of its port, one of ssh does not. */
  readonly way: "web" | "plain web" | "ssh";
  readonly repository: RepositoryName;
}

/** What a clone's remotes come to, for one forge: each repository once, that of `origin` first. */
export interface RemotesOnHost {
  readonly here: readonly RepositoryName[];
  readonly elsewhere: readonly Remote[];
}

export interface ResolvedOnHost extends RemotesOnHost {
  readonly taken: RepositoryName | undefined;
}

/** The hosts by which the public forge's repositories are reached, too. */
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

/** `git@host:owner/repo.git`: what stands before the first colon, which no slash comes before. */
const scpLike = /^(?:[^@/\s]+@)?(\[[\da-f:]+\]|[\w.-]+):(?!\/\/)([^\s]+)$/i;

/** `C:/git/control.git`: of one letter no forge's host is, and on Windows git takes it for a drive. */
const onDrive = /^[a-z]:/i;

/** Reads a remote's address as git writes it; undefined where it is no repository of a forge. */
export function parseRemote(text: string): Remote | undefined {
  if (onDrive.test(text)) return undefined;
  const [, name, path] = scpLike.exec(text) ?? [];
  if (name !== undefined && path !== undefined) return toRemote(name, "ssh", path);
  const address = parseAddress(text);
  const way = address && ways[address.protocol];
  if (!way) return undefined;
  return toRemote(way === "ssh" ? address.hostname : address.host, way, address.pathname);
}

/** The remote on the host that its own one stands for, where that is a forge's; by any other it is reached in ways of ssh alone. */
export function redirectTo(name: string, remote: Remote): Remote {
  const host = otherNames[name] ?? name;
  return isForgesOwn(host) ? { ...remote, host } : remote;
}

/** Sorts remotes by whether they are on the forge that a command asks. @throws InvalidInput when the text is no host name */
export function sortRemotes(remotes: readonly Remote[], host: string): RemotesOnHost {
  const isHere = matcherOf(host);
  const names = remotes.filter(isHere).map(({ repository }) => repository.full);
  const here = uniqueNames(names).flatMap((name) => parseRepositoryName(name) ?? []);
  return { here, elsewhere: remotes.filter((remote) => !isHere(remote)) };
}

/** The remotes of a folder, that of `origin` first. */
export interface FolderRemotes {
  readonly remotes: readonly Remote[];
  /** Those that the folder may be taken for: that of `origin`, or all where none has that name and each was read. */
  readonly sure: readonly Remote[];
}

/** The same, with the one repository that nobody has to be asked about: beside somebody else's remote, there is none. */
export function resolveRepository({ remotes, sure }: FolderRemotes, host: string): ResolvedOnHost {
  const { here, elsewhere } = sortRemotes(remotes, host);
  const isSure = sure.length > 0 && !sure.some((remote) => elsewhere.includes(remote));
  return { here, elsewhere, taken: isSure && here.length === 1 ? here[0] : undefined };
}

/** The host by which a command reaches a remote's forge: `--host` takes it. */
export function hostOption({ host, way }: Remote): string {
  const origin = `http://${host}`;
  return way === "plain web" && isOriginHere(origin) ? origin : host;
}

/** A remote as a person is told of it, and as a command names its host. */
export interface NamedRemote extends Remote {
  /** With its host where that is not the usual one. */
  readonly name: string;
  readonly hostOption: string;
  /** Whether its host is a forge's without a doubt: one of its own, or the embedded one. Any other may be anything. */
  readonly isKnown: boolean;
}

/** Each repository once. */
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
  // It has another port each time; whatever speaks without encryption on this machine is taken for it.
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
