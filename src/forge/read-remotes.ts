import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand, type Command } from "../shared/run-command.ts";
import { isForgesOwn } from "./host-profile.ts";
import { redirectTo, parseRemote } from "./remotes.ts";
import type { FolderRemotes, Remote } from "./remotes.ts";

/** The remotes of the clone that the working folder is in; or why there are none to be seen. */
export type RemotesHere =
  | ({ readonly isClone: true } & FolderRemotes)
  | { readonly isClone: false; readonly because: string };

/** `origin<TAB>git@host:owner/repo.git (fetch)`, and behind it what a partial clone leaves out. */
const fetchLine = /^([^\t]+)\t(.+) \(fetch\)(?: \[[^\]]*\])?$/;

/** An agent that worked here can have written the settings of the repository: nothing that they name is executed. */
const git: Command = {
  program: [
    "git",
    "--no-pager",
    ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false"].flatMap(
      (setting) => ["-c", setting],
    ),
    "-c",
    "credential.helper=",
  ],
  environment: { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
};

/**
 * Asks git, which knows what `insteadOf` makes of an address. A clone may be anybody's: nothing of its words is kept but
 * names of hosts and repositories that are such.
 * @param limitMilliseconds git waits forever for a pipe in place of its settings
 */
export async function readRemotes(limitMilliseconds = 10_000): Promise<RemotesHere> {
  // Mostly nobody is in a clone; git, and what runs it, would take longer to say so than all else until the first question.
  if (!isInClone(process.cwd())) return { isClone: false, because: noClone };
  const limit = AbortSignal.timeout(limitMilliseconds);
  const result = await runCommand(git, ["remote", "-v"], { signal: limit }).catch(
    (error: unknown) => {
      if (limit.aborted) return "late" as const;
      throw error;
    },
  );
  if (result === "late") return { isClone: false, because: "git did not answer" };
  if (!result) return { isClone: false, because: "git is not installed" };
  if (result.exitCode !== 0) return { isClone: false, because: explain(result.complaint) };
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
  // An address that names no repository may stand for any.
  const isRead = sure.every(({ remote }) => remote !== undefined);
  return { remotes: ordered.flatMap(known), sure: isRead ? sure.flatMap(known) : [] };
}

interface Found {
  readonly isOrigin: boolean;
  /** Undefined where its address names no repository of a forge. */
  readonly remote: Remote | undefined;
}

function known({ remote }: Found): readonly Remote[] {
  return remote ? [remote] : [];
}

async function followNamed(name: string, remote: Remote | undefined): Promise<Found> {
  return { isOrigin: name === "origin", remote: remote && (await followAlias(remote)) };
}

/** Who has several accounts names the forge in their ssh settings once for each: `git@github.com-work:acme/control.git`. */
async function followAlias(remote: Remote): Promise<Remote> {
  if (remote.way !== "ssh" || isForgesOwn(remote.host) || !/^\w[\w.-]*$/.test(remote.host))
    return remote;
  const result = await runCommand({ program: ["ssh"] }, ["-G", remote.host]);
  const [, name] = /^hostname (\S+)$/m.exec(result?.output.reveal() ?? "") ?? [];
  return name === undefined ? remote : redirectTo(name, remote);
}

const noClone = "this folder is no clone";

/** Whether git would find one: a folder or, of a worktree, a file of that name, here or above. */
function isInClone(folder: string): boolean {
  return (
    existsSync(join(folder, ".git")) || (dirname(folder) !== folder && isInClone(dirname(folder)))
  );
}

function explain(complaint: string): string {
  if (complaint.includes("not a git repository")) return noClone;
  if (complaint.includes("dubious ownership"))
    return "this clone is another user's, and git does not read it";
  return "git could not tell this clone's remotes";
}
