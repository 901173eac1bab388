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

/** Control groups of one session, in which the kernel counts all that runs in its container. */
export interface ControlGroup {
  /** A process that writes 0 to each of these files joins. */
  readonly joins: readonly string[];
  readonly limited: ReadonlySet<Controller>;
  /** Best effort: what is left, a later session removes. */
  remove(): void;
}

type Controller = "memory" | "pids";

/** The kernel's own description of this process; texts in tests. */
export interface KernelFiles {
  /** `/proc/self/cgroup` */
  readonly memberships: string;
  /** `/proc/self/mountinfo` */
  readonly mounts: string;
}

/**
 * Creates control groups named after a session folder, if the kernel lets this user do that. Also removes those of
 * sessions whose folder was deleted: a process that was killed leaves them behind.
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

/** Where groups with these controllers can be created, the best place first. */
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
  // In version 2 a group with processes cannot have groups with limits below it: an ancestor can.
  return folder ? [...first, [["memory", "pids"], ancestors(folder, mount.target)]] : first;
}

/** In a container the mount shows a part of the hierarchy. */
function locate(path: string, { root, target }: MountLine): string | undefined {
  const below = relative(root, path);
  return below.startsWith("..") ? undefined : join(target, below);
}

function ancestors(folder: string, top: string): readonly string[] {
  return folder === top ? [folder] : [folder, ...ancestors(dirname(folder), top)];
}

/** @returns undefined if this user cannot create a group there, or cannot move a process into it */
function createBelow(parent: string, sessionFolder: string): string | undefined {
  const path = join(parent, basename(sessionFolder));
  try {
    accessSync(join(parent, "cgroup.procs"), constants.W_OK);
    // It exists after an attempt to start a container that failed.
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

/** The kernel keeps a group that has processes. */
function removeGroup(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Best effort: the next session tries again.
  }
}

/** Files of version 1 and 2. Swap counts as memory, so that a command cannot keep the disk busy instead. */
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

/** Only a file that the kernel made is a limit. */
function write(path: string, name: string, value: number): boolean {
  try {
    writeFileSync(join(path, name), String(value), { flag: "r+" });
    return true;
  } catch {
    return false;
  }
}
