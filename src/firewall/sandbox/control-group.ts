import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { makeFolder } from "../../shared/make-folder.ts";
import { parseMountTable, type MountLine } from "./mount-table.ts";
import type { ResourceLimits } from "./resource-limits.ts";

/**
 * The control groups of one session. The kernel counts all processes of the session's container in
 * these groups.
 */
export interface ControlGroup {
  /** A process joins the groups by writing 0 to each of these files. */
  readonly joins: readonly string[];
  readonly limited: ReadonlySet<Controller>;
  /** Best effort: a later session deletes groups that remain. */
  remove(): void;
}

type Controller = "memory" | "pids";

/** Content of the kernel's files about this process. Tests pass their own content. */
export interface KernelFiles {
  /** Content of `/proc/self/cgroup`. */
  readonly memberships: string;
  /** Content of `/proc/self/mountinfo`. */
  readonly mounts: string;
}

/**
 * Creates control groups named after a session directory, if the kernel permits this user to create
 * them. Also deletes groups of sessions whose directory was deleted, because killed processes leave
 * groups behind.
 */
export function createControlGroup(
  sessionFolder: string,
  limits: ResourceLimits,
  files: KernelFiles = readKernelFiles(),
): ControlGroup {
  const made: string[] = [];
  const limited = new Set<Controller>();
  for (const [controllers, parents] of findParents(files)) {
    const wanted = controllers.filter((each) => limits[each] !== undefined && !limited.has(each));
    if (wanted.length === 0) continue;
    for (const parent of parents) {
      const path = createBelow(parent, sessionFolder);
      if (path === undefined) continue;
      const held = wanted.filter((each) => setLimit(path, each, limits[each] ?? 0));
      if (held.length === 0) {
        removeGroup(path);
        continue;
      }
      made.push(path);
      for (const each of held) limited.add(each);
      break;
    }
  }
  return {
    joins: made.map((path) => join(path, "cgroup.procs")),
    limited,
    remove: () => made.forEach(removeGroup),
  };
}

function readKernelFiles(): KernelFiles {
  const read = (name: string) => {
    try {
      return readFileSync(`/proc/self/${name}`, "utf8");
    } catch {
      return "";
    }
  };
  return { memberships: read("cgroup"), mounts: read("mountinfo") };
}

/** Possible parents for groups with these controllers, best parent first. */
type Parents = readonly [controllers: readonly Controller[], paths: readonly string[]];

function findParents({ memberships, mounts }: KernelFiles): readonly Parents[] {
  const own = memberships.split("\n").map((line) => line.split(":"));
  const mounted = parseMountTable(mounts);
  const first = (["memory", "pids"] as const).flatMap((controller): Parents[] => {
    const path = own.find(([, names = ""]) => names.split(",").includes(controller))?.[2];
    const mount = mounted.find(
      (each) => each.type === "cgroup" && each.fileSystemOptions.has(controller),
    );
    const folder = path !== undefined && mount && locate(path, mount);
    return folder ? [[[controller], [folder]]] : [];
  });
  const path = own.find(([id]) => id === "0")?.[2];
  const mount = mounted.find(({ type }) => type === "cgroup2");
  const folder = path !== undefined && mount && locate(path, mount);
  // In version 2, a group that contains processes cannot have subgroups with limits, but its
  // ancestors can.
  return folder ? [...first, [["memory", "pids"], ancestors(folder, mount.target)]] : first;
}

/**
 * Returns the directory of a group; undefined if the group is outside the mounted part of the
 * hierarchy. In a container, only a part is mounted.
 */
function locate(path: string, { root, target }: MountLine): string | undefined {
  const below = relative(root, path);
  return below.startsWith("..") ? undefined : join(target, below);
}

function ancestors(folder: string, top: string): readonly string[] {
  return folder === top ? [folder] : [folder, ...ancestors(dirname(folder), top)];
}

/**
 * @returns undefined if this user cannot create a group below the parent, or cannot move a process
 *   into the group
 */
function createBelow(parent: string, sessionFolder: string): string | undefined {
  const path = join(parent, basename(sessionFolder));
  try {
    accessSync(join(parent, "cgroup.procs"), constants.W_OK);
    // The group may still exist after a failed attempt to start a container.
    makeFolder(path, 0o755);
  } catch {
    return undefined;
  }
  removeLeft(parent, dirname(sessionFolder));
  return path;
}

const sessionName = /^gatehouse-\d{8}-\d{6}-[0-9A-Za-z]{6}$/;

function removeLeft(parent: string, sessions: string): void {
  const left = readdirSync(parent).filter(
    (name) => sessionName.test(name) && !existsSync(join(sessions, name)),
  );
  for (const name of left) removeGroup(join(parent, name));
}

/** Deletes a group. The kernel refuses to delete a group that contains processes. */
function removeGroup(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Best effort: the next session tries again.
  }
}

/**
 * Sets a limit in version 1 or 2 of control groups. Swap counts as memory, so that a command cannot
 * overload the disk by swapping.
 */
function setLimit(path: string, controller: Controller, most: number): boolean {
  if (controller === "pids") return write(path, "pids.max", most);
  if (write(path, "memory.max", most)) {
    write(path, "memory.swap.max", 0);
    return true;
  }
  const isSet = write(path, "memory.limit_in_bytes", most);
  if (isSet) write(path, "memory.memsw.limit_in_bytes", most);
  return isSet;
}

/** Writes only to an existing file, because a new file would not set a limit. */
function write(path: string, name: string, value: number): boolean {
  try {
    writeFileSync(join(path, name), String(value), { flag: "r+" });
    return true;
  } catch {
    return false;
  }
}
