import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { git } from "../shared/git.ts";
import { runCommand } from "../shared/run-command.ts";
import { isForgesOwn } from "./host-profile.ts";
import { redirectTo, parseRemote } from "./remotes.ts";
import type { FolderRemotes, Remote } from "./remotes.ts";

/**
 * The remotes of the clone that contains the current directory, or the reason why they are unknown.
 */
export type RemotesHere =
  | ({ readonly isClone: true } & FolderRemotes)
  | { readonly isClone: false; readonly reason: string };

/** `origin<TAB>git@host:owner/repo.git (fetch)`, followed by the filter of a partial clone. */
const fetchLine = /^([^\t]+)\t(.+) \(fetch\)(?: \[[^\]]*\])?$/;

/**
 * Reads the remotes from git, which applies `insteadOf`. Anyone may have created the clone, so only
 * valid names of hosts and repositories are kept.
 * @param folder directory in the clone (default: the current directory)
 * @param limitMilliseconds time limit for git, which waits forever if its configuration is a pipe
 */
export async function readRemotes({
  folder = process.cwd(),
  limitMilliseconds = 10_000,
} = {}): Promise<RemotesHere> {
  // Checks for a clone first, because the current directory is usually not in one. Starting git
  // would take longer than all other work before the first question.
  if (!isInClone(folder)) return { isClone: false, reason: noClone };
  const limit = AbortSignal.timeout(limitMilliseconds);
  const result = await runCommand(git, ["-C", folder, "remote", "-v"], { signal: limit }).catch(
    (error: unknown) => {
      if (limit.aborted) return "late" as const;
      throw error;
    },
  );
  if (result === "late") return { isClone: false, reason: "git did not respond" };
  if (!result) return { isClone: false, reason: "git is not installed" };
  if (result.exitCode !== 0) return { isClone: false, reason: explain(result.complaint) };
  return { isClone: true, ...(await followAll(result.output.reveal().split("\n"))) };
}

async function followAll(lines: readonly string[]): Promise<FolderRemotes> {
  const found = await Promise.all(
    lines.flatMap((line) => {
      const [, name, address = ""] = fetchLine.exec(line) ?? [];
      return name === undefined ? [] : [followNamed(name, parseRemote(address))];
    }),
  );
  const origin = found.filter(({ isOrigin }) => isOrigin);
  const ordered = [...origin, ...found.filter(({ isOrigin }) => !isOrigin)];
  const sure = origin.length > 0 ? origin : ordered;
  // If an address cannot be parsed, the clone could be of any repository.
  const isRead = sure.every(({ remote }) => remote !== undefined);
  return { remotes: ordered.flatMap(known), sure: isRead ? sure.flatMap(known) : [] };
}

interface Found {
  readonly isOrigin: boolean;
  /** Undefined if the address does not identify a repository on a forge. */
  readonly remote: Remote | undefined;
}

function known({ remote }: Found): readonly Remote[] {
  return remote ? [remote] : [];
}

async function followNamed(name: string, remote: Remote | undefined): Promise<Found> {
  return { isOrigin: name === "origin", remote: remote && (await followAlias(remote)) };
}

/**
 * Resolves SSH host aliases, such as the host in `git@github.com-work:acme/control.git`. Users with
 * several accounts often use such aliases.
 */
async function followAlias(remote: Remote): Promise<Remote> {
  if (remote.way !== "ssh" || isForgesOwn(remote.host) || !/^\w[\w.-]*$/.test(remote.host))
    return remote;
  const result = await runCommand({ program: ["ssh"] }, ["-G", remote.host]);
  const [, name] = /^hostname (\S+)$/m.exec(result?.output.reveal() ?? "") ?? [];
  return name === undefined ? remote : redirectTo(name, remote);
}

const noClone = "the current directory is not in a Git clone";

/**
 * Returns whether a directory or one of its parents contains `.git`. In a worktree, `.git` is a
 * file instead of a directory.
 */
export function isInClone(folder: string): boolean {
  return (
    existsSync(join(folder, ".git")) || (dirname(folder) !== folder && isInClone(dirname(folder)))
  );
}

function explain(complaint: string): string {
  if (complaint.includes("not a git repository")) return noClone;
  if (complaint.includes("dubious ownership"))
    return "this Git clone belongs to another user, so git does not read it";
  return "git could not list the remotes of this clone";
}
