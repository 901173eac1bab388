import { dirname } from "node:path";
import type { ContainerPlan } from "./container-plan.ts";
import { isWithin } from "../../shared/is-within.ts";
import { machineWide, describesMachine } from "./machine-wide.ts";
import type { Mount } from "./mount.ts";
import { channelInside, isNodeStarter, nodeInside, starterInside } from "./starter.ts";

/** Privileges with which bubblewrap creates the container. */
type Rights =
  /**
   * As an ordinary user, in a user namespace. The starter is root in that namespace until it has
   * opened its sockets.
   */
  | "user"
  /** As root, directly or through sudo. A user namespace is not needed. */
  | "root";

/**
 * Capabilities that the starter has until it has opened low ports and changed to the caller's user.
 * It has none when it receives the command's variables.
 */
const neededByStarter = ["CAP_NET_BIND_SERVICE", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"];

export interface BubblewrapOptions {
  readonly rights: Rights;
  /** False if the starter has no capabilities, because it or the system cannot use any. */
  readonly hasCapabilities: boolean;
  readonly starter: string;
  /** Directory of the named channel; undefined if the starter inherits a descriptor. */
  readonly channel?: string;
  /** Size of each writable in-memory directory in bytes; undefined for the kernel's default. */
  readonly diskBytes: number | undefined;
  /** Returns whether a path exists in this machine's /proc. */
  readonly exists: (path: string) => boolean;
}

/** Returns bubblewrap's arguments, which precede the starter's own arguments. */
export function bubblewrapArguments(
  plan: ContainerPlan,
  options: BubblewrapOptions,
): readonly string[] {
  const { rights, hasCapabilities, diskBytes } = options;
  // bubblewrap's read-only binds include all file systems that are mounted below them.
  const mounts = plan.mounts.filter((mount) => mount.kind !== "bind" || !mount.isSubmount);
  return [
    ...["net", "pid", "ipc", "uts"].map((space) => `--unshare-${space}`),
    "--unshare-cgroup-try",
    "--die-with-parent",
    // bubblewrap reaps orphaned processes for the Node starter.
    ...(isNodeStarter(options.starter) ? [] : ["--as-pid-1"]),
    ...(hasCapabilities ? rightsOfStarter(rights, plan.caller.uid) : noCapabilities(rights)),
    ...mounts.flatMap((mount, at) => [
      ...parentArguments(mount, mounts.slice(0, at)),
      ...mountArguments(mount, diskBytes),
    ]),
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...sharedMemory(diskBytes),
    ...machineWide.filter(options.exists).flatMap((path) => ["--ro-bind", path, path]),
    ...describesMachine.filter(options.exists).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...(isNodeStarter(options.starter) ? ["--ro-bind", process.execPath, nodeInside] : []),
    "--ro-bind",
    options.starter,
    starterInside,
    ...(options.channel === undefined ? [] : ["--bind", options.channel, channelInside]),
    "--remount-ro",
    "/",
    "--chdir",
    plan.workFolder,
    "--",
    ...(isNodeStarter(options.starter) ? [nodeInside] : []),
    starterInside,
  ];
}

function rightsOfStarter(rights: Rights, uid: number): readonly string[] {
  const isUser = rights === "user";
  const needed = [
    ...neededByStarter,
    ...(isUser ? ["CAP_SETFCAP"] : []),
    // Without this capability, root cannot enter another user's working directory of mode 0700.
    ...(!isUser && uid !== 0 ? ["CAP_DAC_READ_SEARCH"] : []),
  ];
  return [
    ...(isUser ? ["--unshare-user", "--uid", "0", "--gid", "0"] : []),
    "--cap-drop",
    "ALL",
    ...needed.flatMap((name) => ["--cap-add", name]),
  ];
}

/**
 * Returns the arguments for a starter without capabilities: the Node starter, which could not drop
 * them later, and the native one where the system denies them to all programs that bubblewrap
 * starts, as AppArmor's profile `bwrap-userns-restrict` does in Ubuntu 25.04 and later. The starter
 * then has the caller's user ID from the beginning, and cannot open ports below 1024.
 */
function noCapabilities(rights: Rights): readonly string[] {
  return [...(rights === "user" ? ["--unshare-user"] : []), "--cap-drop", "ALL"];
}

/**
 * Creates missing parents with mode 0755. bubblewrap would use 0700; with sudo, they belong to
 * root, so the caller could not enter them.
 */
function parentArguments({ target }: Mount, earlier: readonly Mount[]): readonly string[] {
  return ancestors(target).flatMap((folder) => {
    const top = earlier.findLast((mount) => isWithin(folder, mount.target));
    const isMissing = !top || (top.kind === "empty" && top.isWritable && top.target !== folder);
    return isMissing ? ["--perms", "0755", "--dir", folder] : [];
  });
}

/** Returns the directories above a path except the root, outermost first. */
function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === "/" ? [] : [...ancestors(parent), parent];
}

/** Limits /dev/shm. bubblewrap's own /dev is also an in-memory directory, but has no size limit. */
function sharedMemory(diskBytes: number | undefined): readonly string[] {
  return diskBytes === undefined
    ? []
    : [...emptyFolder("/dev/shm", diskBytes), "--remount-ro", "/dev"];
}

function emptyFolder(target: string, diskBytes: number | undefined): readonly string[] {
  const size = diskBytes === undefined ? [] : ["--size", String(diskBytes)];
  return ["--perms", "1777", ...size, "--tmpfs", target];
}

function readOnlyFolder(target: string, mode: string): readonly string[] {
  return ["--perms", mode, "--tmpfs", target, "--remount-ro", target];
}

function mountArguments(mount: Mount, diskBytes: number | undefined): readonly string[] {
  const { target } = mount;
  switch (mount.kind) {
    case "bind":
      return [mount.isWritable ? "--bind" : "--ro-bind", mount.source, target];
    case "link":
      return ["--symlink", mount.to, target];
    case "hidden":
      return ["--ro-bind", "/dev/null", target];
    case "empty":
      // Writable by all users, because root may own the directory. The container does not have
      // other users.
      return mount.isWritable ? emptyFolder(target, diskBytes) : readOnlyFolder(target, "0555");
    case "closed":
      return readOnlyFolder(target, "0000");
  }
}
