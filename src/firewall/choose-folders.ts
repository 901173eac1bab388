import { join, relative, resolve } from "node:path";
import type { Settings } from "./config/read-settings.ts";
import type { Caller } from "./sandbox/caller.ts";
import { ChangedMount } from "./sandbox/expected-mounts.ts";
import { findGitFolders } from "./sandbox/git-folders.ts";
import type { GitFolders } from "./sandbox/git-folders.ts";
import { asUser } from "../shared/as-user.ts";
import { isWithin } from "../shared/is-within.ts";
import type { BindMount } from "./sandbox/mount.ts";
import { bindWritable } from "./sandbox/mount.ts";
import { requireTrusted } from "./sandbox/require-trusted.ts";
import { requireFitMounts, resolveTarget } from "./sandbox/unfit-mount.ts";
import { findWorkFolder } from "./sandbox/work-folder.ts";
import { realOr } from "../shared/real-or.ts";
import { writableLocations } from "./sandbox/writable-locations.ts";

/** Directories of this machine that the options make visible to the command. */
export interface ChosenFolders {
  /** Working directory of the command, with links resolved. */
  readonly workFolder: string;
  /** Mounts from `--mount`. Their sources do not contain links. */
  readonly mounts: readonly BindMount[];
  /** The Git directory of a linked worktree or submodule: see `findGitFolders`. */
  readonly git: GitFolders;
  /** See `writableLocations`. */
  readonly writable: readonly string[];
}

export interface FolderOptions {
  readonly settings: Pick<Settings, "containerWorkdir" | "mounts">;
  readonly caller: Pick<Caller, "uid" | "gid" | "home">;
  /**
   * Directory in which gatehouse was started. Relative paths in options are relative to this
   * directory.
   */
  readonly folder: string;
}

/**
 * Resolves `--container-workdir` and `--mount` once, before anything is created or read at those
 * paths.
 * @throws UnfitWorkFolder, UnfitMount, ChangedMount
 * @throws PlantedLink if the command, or an earlier command, can change the target of a path
 */
export function chooseFolders({ settings, caller, folder }: FolderOptions): ChosenFolders {
  const { home } = caller;
  const workPath = resolve(folder, settings.containerWorkdir ?? ".");
  const sources = settings.mounts.map(({ source }) => resolve(folder, source));
  const asMounts = (paths: readonly string[]) =>
    settings.mounts.map(({ target, isReadOnly }, index): BindMount => {
      const source = paths[index] ?? folder;
      // Normalizes the target, so that "/work//data" and "/work/data/" are recognized as paths
      // inside "/work".
      return { kind: "bind", source, target: resolve(target), isWritable: !isReadOnly };
    });
  // Paths that are rejected below also count as writable, which can only make the check stricter.
  const writable = writableLocations({
    workFolder: realOr(workPath),
    mounts: asMounts(sources.map(realOr)),
    startedIn: folder,
    home,
  });
  const trusted = requireTrusted(workPath, { writable, option: "--container-workdir" });
  const workFolder = findWorkFolder(trusted, home);
  if (workFolder !== trusted) throw new ChangedMount(workPath);
  const mounts = asMounts(
    sources.map((source) => requireTrusted(source, { writable, option: "--mount" })),
  ).map((mount) => ({ ...mount, target: resolveTarget(mount.target, writable) }));
  requireFitMounts(mounts);
  requireStraightTargets(mounts, { workFolder, writable });
  const git = asUser(caller, () => findGitFolders({ workFolder, caller, writable }));
  return { workFolder, mounts, git, writable };
}

/**
 * Returns the directories to search for sockets. A command may have moved or linked a socket into
 * these directories. No command can change the system directories or the directories on PATH, so
 * the kernel's socket list is sufficient for them.
 */
export function searchedFolders({ workFolder, mounts, git }: ChosenFolders): readonly string[] {
  return [workFolder, ...[...git.mounts, ...mounts].map(({ source }) => source)];
}

/**
 * Rejects targets whose path contains a link, because the runtime would follow the link and mount
 * the source elsewhere.
 */
function requireStraightTargets(
  mounts: readonly BindMount[],
  { workFolder, writable }: Pick<ChosenFolders, "workFolder" | "writable">,
): void {
  const shown = [bindWritable(workFolder), ...mounts];
  for (const { target } of mounts) {
    const covered = shown.flatMap((mount) =>
      mount.target !== target && isWithin(target, mount.target)
        ? [join(mount.source, relative(mount.target, target))]
        : [],
    );
    for (const path of covered) requireTrusted(path, { writable, option: "--mount" });
  }
}
