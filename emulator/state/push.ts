import { headOf } from "./git-objects.ts";
import type { Repository, RepositoryFile } from "./repository.ts";
import { changeTime } from "./timestamp.ts";
import { isWorkflow, registerWorkflow, unregisterWorkflow } from "./workflows.ts";
import type { World } from "./world.ts";

/** The new state of a default branch. */
export interface Advance {
  files: RepositoryFile[];
  now: Date;
  /** SHA of the branch's new head commit. If undefined, a new SHA is generated. */
  sha?: string;
  /** Whether the push removed earlier commits from the branch. */
  isForced?: boolean;
}

/** Replaces the files of the default branch and registers their workflows. */
export function advanceDefaultBranch(
  world: World,
  repository: Repository,
  { files, now, sha, isForced = false }: Advance,
): void {
  const before = repository.files;
  const earlier = [...(repository.earlierHeads ?? []), headOf(repository)];
  repository.earlierHeads = isForced ? [] : earlier;
  repository.files = files;
  repository.pushedAt = changeTime(repository.pushedAt, now);
  if (sha !== undefined) repository.head = { sha, pushedAt: repository.pushedAt };
  for (const path of changedPaths(before, files)) {
    const file = files.find((each) => each.path === path);
    if (!file) unregisterWorkflow(repository, path, now);
    else if (isWorkflow(file)) registerWorkflow(world, repository, { file, now });
  }
}

/** Returns the paths that differ between two trees. */
export function changedPaths(
  before: readonly RepositoryFile[],
  after: readonly RepositoryFile[],
): string[] {
  const identify = ({ content, mode }: RepositoryFile) => `${mode ?? ""} ${content}`;
  const known = new Map(before.map((file) => [file.path, identify(file)]));
  const changed = after.filter((file) => known.get(file.path) !== identify(file));
  const kept = new Set(after.map(({ path }) => path));
  const removed = before.filter(({ path }) => !kept.has(path));
  return [...changed, ...removed].map(({ path }) => path);
}
