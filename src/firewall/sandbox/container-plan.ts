import { dirname } from "node:path";
import type { Caller } from "./caller.ts";
import { isWithin } from "./is-within.ts";
import type { Mount } from "./mount.ts";
import { bind, bindWritable } from "./mount.ts";
import { systemMounts } from "./system-mounts.ts";
import { toolFolders } from "./tool-folders.ts";

/** What a container has, whichever runtime makes it. */
export interface ContainerPlan {
  readonly caller: Caller;
  readonly mounts: readonly Mount[];
  /** Where the command starts, and what it may write to. */
  readonly workFolder: string;
}

export interface ContainerWishes {
  readonly caller: Caller;
  readonly workFolder: string;
  /** PATH of the command. */
  readonly path: string;
  /** What the operator adds. */
  readonly mounts: readonly Mount[];
  /** Ours: names, trust. They lie over the system's own. */
  readonly files: readonly Mount[];
  /** Files and folders of ours that may lie in the working folder, and are not the command's to change. */
  readonly kept: readonly string[];
}

/** Everything that the command sees of this machine's files, in the order in which it is laid. */
export function planContainer(wishes: ContainerWishes): ContainerPlan {
  const { caller, workFolder } = wishes;
  return {
    caller,
    workFolder,
    mounts: [
      ...systemMounts(caller.uid),
      ...["/tmp", "/var/tmp", "/run", caller.home].map((target): Mount => ({
        kind: "empty",
        target,
        isWritable: true,
      })),
      ...toolFolders(wishes.path, caller.home).map((folder) => bind(folder)),
      bindWritable(workFolder),
      ...findFoldersOnTheWay(wishes.kept, workFolder).map((folder) => bindWritable(folder)),
      ...wishes.mounts,
      ...wishes.files,
      ...wishes.kept.map((path) => bind(path)),
    ],
  };
}

/**
 * The folders between the working folder and paths in it, outer ones first. Each is laid over itself: what something is
 * mounted on cannot be renamed. Otherwise another folder could be put in the place of the one that holds the path.
 */
function findFoldersOnTheWay(paths: readonly string[], workFolder: string): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at !== workFolder && isWithin(at, workFolder); at = dirname(at)) {
      found.add(at);
    }
  }
  return [...found].toSorted();
}
