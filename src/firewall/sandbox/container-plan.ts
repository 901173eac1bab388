import { lstatSync, realpathSync, type Stats } from "node:fs";
import { join, relative } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Caller } from "./caller.ts";
import { hideSockets } from "./hide-sockets.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bindWritable, withoutCovered } from "./mount.ts";
import { readMountTable } from "./mount-table.ts";
import { isExaminableSubmount, withReadOnlySubmounts } from "./submounts.ts";
import { systemMounts } from "./system-mounts.ts";
import { toolFolders } from "./tool-folders.ts";

/** What a container has, whichever runtime makes it. */
export interface ContainerPlan {
  readonly caller: Caller;
  readonly mounts: readonly Mount[];
  /** Where the command starts, and what it may write to. */
  readonly workFolder: string;
}

export interface PlannedContainer extends ContainerPlan {
  /** Those of the mounts that another session in the same directories could redirect: see `expectMounts`. */
  readonly checked: readonly Mount[];
}

export interface ContainerOptions {
  readonly caller: Caller;
  readonly workFolder: string;
  /** What of the system's settings stays outside: see `findUnreadable`. */
  readonly unreadable: readonly string[];
  /** PATH of the command. */
  readonly path: string;
  /** What commands can write to: see `writableLocations`. No entry of PATH is resolved there. */
  readonly writable: readonly string[];
  /** What the operator adds. */
  readonly mounts: readonly Mount[];
  /** Ours: names, trust. They lie over the system's own. */
  readonly files: readonly Mount[];
  /** Files and folders of ours, whole paths: where they lie in what the command writes to, they are not its to change. */
  readonly kept: readonly string[];
  /** Of programs outside: see `findSockets`. */
  readonly sockets: readonly string[];
  /** In directories that a command can change: see `findSocketFiles`. */
  readonly socketFiles: readonly string[];
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
 * @throws UnkeepableFile, TooManySockets
 */
export function planContainer(wishes: ContainerOptions): PlannedContainer {
  const { caller, workFolder, writable } = wishes;
  // Behind sudo, root would resolve entries of PATH that the caller cannot reach.
  const tools = asUser(caller, () => toolFolders(wishes.path, { home: caller.home, writable }));
  const work = bindWritable(workFolder);
  const shown = keepFiles(wishes.kept, [work, ...wishes.mounts]);
  const mounts = withoutCovered([
    ...systemMounts(wishes.unreadable),
    ...["/tmp", "/var/tmp", "/run", caller.home].map((target): Mount => ({
      kind: "empty",
      target,
      isWritable: true,
    })),
    ...tools,
    ...shown,
    ...wishes.files,
  ]);
  const all = asUser(caller, () => withReadOnlySubmounts(mounts, readMountTable()));
  const inner = asUser(caller, () => all.filter(isExaminableSubmount));
  const hidden = hideSockets(mounts, wishes.sockets, wishes.socketFiles);
  return {
    caller,
    workFolder,
    mounts: [...all, ...hidden],
    checked: [...shown, ...inner, ...hidden],
  };
}

/**
 * One directory of this machine can be shown in several places: in each of them the command cannot change the files.
 * What keeps them lies on its own mount and below later ones, so that a mount of the operator is never covered.
 */
function keepFiles(kept: readonly string[], shown: readonly Mount[]): readonly Mount[] {
  const paths = [...new Set(kept.flatMap((path) => [path, ...realOf(path)]))];
  return shown.flatMap((mount, at) => {
    if (mount.kind !== "bind" || !mount.isWritable) return [mount];
    const later = shown.slice(at + 1);
    const own = keepInMount(paths, mount).filter(
      ({ target }) => !later.some((each) => isWithin(target, each.target)),
    );
    return [mount, ...own];
  });
}

function keepInMount(paths: readonly string[], mount: BindMount): readonly Mount[] {
  const mounts = paths.flatMap((path) => keepFile(path, mount));
  const fixed = new Map(
    mounts.flatMap((each) => (each.isWritable ? [] : [[each.target, each] as const])),
  );
  const ways = new Map(mounts.map((each) => [each.target, each] as const));
  const free = [...ways.values()].filter(
    ({ target }) => ![...fixed.keys()].some((each) => isWithin(target, each)),
  );
  // The outer ones first: what is laid later would lie over what is inside of it.
  return [...free, ...fixed.values()].toSorted((a, b) => a.target.length - b.target.length);
}

/** A link from elsewhere leads to the file as well as its own path does. */
function realOf(path: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [] : [real];
  } catch {
    // What is not there cannot be laid over itself: a log that no disk takes.
    return [];
  }
}

/** What lies below a file is not there either. */
function statPath(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** What is a mount of its own cannot be renamed: neither the file nor a folder on the way to it. */
function keepFile(path: string, { source, target }: BindMount): readonly BindMount[] {
  const stat = statPath(path);
  // The working folder as a whole is the command's.
  if (!stat || !isWithin(path, source) || (path === source && stat.isDirectory())) return [];
  const parts = path === source ? [] : relative(source, path).split("/");
  const way = parts.map((_, index) => join(...parts.slice(0, index + 1)));
  const link = way.find((each) => lstatSync(join(source, each)).isSymbolicLink());
  if (link !== undefined) throw new UnkeepableFile(join(source, link));
  return [
    ...way
      .slice(0, -1)
      .map((each): BindMount => layOver(each, { source, target, isWritable: true })),
    layOver(join(...way.slice(-1)), { source, target, isWritable: false }),
  ];
}

function layOver(name: string, { source, target, isWritable }: Omit<BindMount, "kind">): BindMount {
  return { kind: "bind", source: join(source, name), target: join(target, name), isWritable };
}
