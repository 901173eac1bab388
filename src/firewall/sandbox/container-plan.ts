import { lstatSync } from "node:fs";
import { join } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
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
  /** Files and folders of ours, whole paths: where they lie in what the command writes to, they are not its to change. */
  readonly kept: readonly string[];
}

/** The command could put another file in the place of one that is ours. */
export class UnkeepableFile extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string) {
    super(
      `${path} is a link, in a folder that the command writes to: it could lead it elsewhere.`,
      [{ say: "Put the file itself there, or outside of the working folder" }],
    );
  }
}

/**
 * Everything that the command sees of this machine's files, in the order in which it is laid.
 * @throws UnkeepableFile
 */
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
      ...wishes.mounts,
      ...wishes.files,
      ...wishes.kept.flatMap((path) => keepFile(path, [workFolder, ...writable(wishes.mounts)])),
    ],
  };
}

function writable(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap((mount) =>
    mount.kind === "bind" && mount.isWritable && mount.source === mount.target
      ? [mount.target]
      : [],
  );
}

/** What is a mount of its own cannot be renamed: neither the file nor a folder on the way to it. */
function keepFile(path: string, folders: readonly string[]): readonly Mount[] {
  const folder = folders.find((each) => each !== path && isWithin(path, each));
  if (folder === undefined) return [];
  const parts = path.slice(folder.length + 1).split("/");
  const way = parts.map((_, index) => join(folder, ...parts.slice(0, index + 1)));
  const link = way.find((each) => lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link !== undefined) throw new UnkeepableFile(link);
  return [...way.slice(0, -1).map((each) => bindWritable(each)), bind(path)];
}
