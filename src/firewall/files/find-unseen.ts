import { git } from "../../shared/git.ts";
import { runCommand } from "../../shared/run-command.ts";
import { Secret } from "../../shared/secret.ts";
import type { FileChange } from "./snapshot.ts";

/** Time limit for git, which waits forever if a command replaced one of its files with a pipe. */
const limitMilliseconds = 10_000;
/** Parts of a Git directory that change with each commit, and that cannot run a program. */
const routine = /^(?:index|COMMIT_EDITMSG|(?:objects|logs)\/.*)$/;

/**
 * Returns the changes that `git status` does not show: in Git directories, ignored files, and
 * tracked files that Git does not check. Never runs `git status`: its filters are programs
 * that the repository's configuration names, and the command could have written the configuration.
 * @param repositories directories with a Git directory of their own, relative to the folder
 * @returns all changes if the folder is not in a repository, or if git fails
 */
export async function findUnseen(
  changes: readonly FileChange[],
  { folder, repositories }: { readonly folder: string; readonly repositories: readonly string[] },
): Promise<readonly FileChange[]> {
  const relevant = changes.filter(({ path }) => {
    const inGit = /(?:^|\/)\.git\/(.*)$/.exec(path)?.[1];
    return inGit === undefined || !routine.test(inGit);
  });
  const outside = relevant.filter(({ path }) => !isInGit(path));
  if (outside.length === 0) return relevant;
  // git does not answer for a path in another repository, but for that repository's directory.
  const asked = ({ path }: FileChange) =>
    repositories.find((each) => path.startsWith(`${each}/`)) ?? path;
  const answer = await askGit(folder, [...new Set(outside.map(asked))]);
  if (!answer) return relevant;
  return relevant.filter(
    (change) => isInGit(change.path) || answer.isUnseen(asked(change), change.path),
  );
}

/** Returns which of these paths git tracks; an empty list if git fails. */
export async function findTracked(
  folder: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const names = paths.map((path) => `:(literal)${path}`);
  const listed = paths.length > 0 ? await run(folder, ["ls-files", "-z", "--", ...names]) : "";
  return splitNames(listed ?? "");
}

function isInGit(path: string): boolean {
  return /(?:^|\/)\.git(?:\/|$)/.test(path);
}

interface GitAnswer {
  isUnseen(asked: string, path: string): boolean;
}

async function askGit(folder: string, paths: readonly string[]): Promise<GitAnswer | undefined> {
  const input = new Secret(`${paths.join("\0")}\0`);
  const [ignored, listed, shown] = await Promise.all([
    run(folder, ["check-ignore", "-z", "--stdin"], { input, successCodes: [0, 1] }),
    run(folder, ["ls-files", "-v", "-z"]),
    run(folder, ["config", "status.showUntrackedFiles"], { successCodes: [0, 1] }),
  ]);
  if (ignored === undefined || listed === undefined) return undefined;
  const ignoredPaths = new Set(splitNames(ignored));
  const tracked = new Map(splitNames(listed).map((line) => [line.slice(2), line.charAt(0)]));
  const showsUntracked = shown?.trim() !== "no";
  return {
    isUnseen: (asked, path) => {
      const tag = tracked.get(asked) ?? tracked.get(path);
      // A lowercase letter means "assume unchanged", S means "skip worktree".
      if (tag !== undefined) return tag === "S" || tag !== tag.toUpperCase();
      return ignoredPaths.has(asked) || !showsUntracked;
    },
  };
}

function splitNames(text: string): readonly string[] {
  return text.split("\0").filter((name) => name !== "");
}

/** Returns the output of git; undefined if git is not installed, fails, or does not respond. */
async function run(
  folder: string,
  args: readonly string[],
  { input, successCodes = [0] }: { input?: Secret; successCodes?: readonly number[] } = {},
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(limitMilliseconds);
  const result = await runCommand(git, ["-C", folder, ...args], {
    signal,
    ...(input && { input }),
  }).catch(() => undefined);
  return result && successCodes.includes(result.exitCode) ? result.output.reveal() : undefined;
}
