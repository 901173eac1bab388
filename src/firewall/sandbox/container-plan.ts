import { lstatSync, realpathSync, type Stats } from "node:fs";
import { join, relative } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Caller } from "./caller.ts";
import type { FileAccess } from "./file-access.ts";
import { hideSockets } from "./hide-sockets.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bindWritable, withoutCovered, withoutLinkTargets } from "./mount.ts";
import { readMountTable } from "./mount-table.ts";
import { programMounts } from "./program-mounts.ts";
import { isExaminableSubmount, withReadOnlySubmounts } from "./submounts.ts";
import { systemMounts } from "./system-mounts.ts";
import { toolFolders } from "./tool-folders.ts";

/** The content of a container, independent of its runtime. */
export interface ContainerPlan {
  readonly caller: Caller;
  readonly mounts: readonly Mount[];
  /** Directory in which the command starts, and which it can write to. */
  readonly workFolder: string;
}

export interface PlannedContainer extends ContainerPlan {
  /** Mounts that another session in the same directories could redirect: see `expectMounts`. */
  readonly checked: readonly Mount[];
}

export interface ContainerOptions {
  readonly caller: Caller;
  readonly workFolder: string;
  /** System settings that must stay hidden: see `findUnreadable`. */
  readonly unreadable: readonly string[];
  /** The command's program: a name on PATH, or a path. */
  readonly program?: string | undefined;
  /** The command's PATH. */
  readonly path: string;
  /**
   * Locations that commands can write to: see `writableLocations`. PATH entries are not resolved if
   * they are in these locations.
   */
  readonly writable: readonly string[];
  /** Mounts that the operator adds. */
  readonly mounts: readonly Mount[];
  /** gatehouse's own files for host names and certificates, mounted over the system's files. */
  readonly files: readonly Mount[];
  /**
   * Absolute paths of gatehouse's own files and directories. The command must not change them, even
   * within a writable location.
   */
  readonly kept: readonly string[];
  /** Undefined without file rules. */
  readonly access?: FileAccess | undefined;
  /** Sockets of programs outside the container: see `findSockets`. */
  readonly sockets: readonly string[];
  /** Sockets in directories that a command can change: see `findSocketFiles`. */
  readonly socketFiles: readonly string[];
}

/** The command could replace one of gatehouse's own files. */
export class UnkeepableFile extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string) {
    super(
      `${path} is a link in a directory that the command can write to, so the command could redirect the link.`,
      [{ text: "Replace the link with the file, or put the file outside the working directory" }],
    );
  }
}

/**
 * Determines which of this machine's files the command can see, and returns them as mounts in
 * order.
 * @throws UnkeepableFile, TooManySockets
 */
export function planContainer(options: ContainerOptions): PlannedContainer {
  const { caller, workFolder, writable, access } = options;
  // Resolves PATH entries as the caller. With sudo, root would also resolve entries that the caller
  // cannot access.
  const tools = asUser(caller, () => toolFolders(options.path, { home: caller.home, writable }));
  const work = bindWritable(workFolder);
  const chosen = [work, ...options.mounts];
  const shown = access
    ? keepFiles([...options.kept, ...access.kept], access.restrict(chosen, options.kept))
    : keepFiles(options.kept, chosen);
  // The home is an empty directory in the container, so it never lacks a mount point.
  const targets = options.files.map(({ target }) => target);
  const points = targets.filter((target) => !isWithin(target, caller.home));
  const base = withoutLinkTargets([
    ...systemMounts(options.unreadable, points),
    ...["/tmp", "/var/tmp", "/run", caller.home].map((target): Mount => ({
      kind: "empty",
      target,
      isWritable: true,
    })),
    ...tools,
  ]);
  const program = findProgramMounts(options, [...base, ...shown]);
  const covers = access?.cover([...base, ...program, ...shown]) ?? [];
  const mounts = withoutCovered([...base, ...program, ...shown, ...options.files, ...covers]);
  const all = asUser(caller, () => withReadOnlySubmounts(mounts, readMountTable()));
  const inner = asUser(caller, () => all.filter(isExaminableSubmount));
  const hidden = hideSockets(mounts, options.sockets, options.socketFiles);
  return {
    caller,
    workFolder,
    mounts: [...all, ...hidden],
    checked: [...tools, ...program, ...shown, ...covers, ...inner, ...hidden],
  };
}

/** Shows the command's program as the caller, who can follow fewer links than root. */
function findProgramMounts(
  { program, caller, path, writable }: ContainerOptions,
  shown: readonly Mount[],
): readonly Mount[] {
  if (program === undefined) return [];
  return asUser(caller, () => programMounts(program, { caller, path, writable, shown }));
}

/**
 * Protects gatehouse's files in every writable mount that shows them, because one directory can be
 * shown at several paths. Each protecting mount directly follows the mount that it protects. It
 * therefore precedes later mounts and never covers one of the operator's mounts.
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
  // Sorts outer directories first, because a mount of an outer directory would cover earlier mounts
  // inside it.
  return [...free, ...fixed.values()].toSorted((a, b) => a.target.length - b.target.length);
}

/** Returns the resolved path of a link, because the file can also be changed at that path. */
function realOf(path: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [] : [real];
  } catch {
    // A missing file, such as a log that could not be written, cannot be mounted over itself.
    return [];
  }
}

/** Returns undefined if the path does not exist or one of its parents is a file. */
function statPath(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Mounts the file and each directory in its path over themselves, because a mount point cannot be
 * renamed.
 */
function keepFile(path: string, { source, target }: BindMount): readonly BindMount[] {
  const stat = statPath(path);
  // The working directory itself belongs to the command, so it cannot be protected.
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
