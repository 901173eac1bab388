import { dirname } from "node:path";
import type { ContainerPlan } from "./container-plan.ts";
import { isWithin } from "../../shared/is-within.ts";
import { machineWide, tellsOfMachine } from "./machine-wide.ts";
import type { Mount } from "./mount.ts";
import { channelInside, isNodeStarter, nodeInside, starterInside } from "./starter.ts";

/** By whose rights bubblewrap makes the container. */
type Rights =
  /** An ordinary user: in a user namespace, where the starter is root until it starts the command. */
  | "user"
  /** Root itself, or through sudo: no user namespace is needed. */
  | "root";

/** What the starter needs until it starts the command: low ports, and to become the caller. */
const neededByStarter = ["CAP_NET_BIND_SERVICE", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"];

export interface BubblewrapOptions {
  readonly rights: Rights;
  readonly starter: string;
  /** Folder of the named channel, where one is needed. */
  readonly channel?: string;
  /** Size of each writable directory in memory; undefined leaves it to the kernel. */
  readonly diskBytes: number | undefined;
  /** Paths of this machine's /proc that there are. */
  readonly exists: (path: string) => boolean;
}

/** bubblewrap's arguments up to the starter's own. */
export function bubblewrapArguments(
  plan: ContainerPlan,
  options: BubblewrapOptions,
): readonly string[] {
  const { rights, diskBytes } = options;
  // What bubblewrap binds read-only is so with all that is mounted below it.
  const mounts = plan.mounts.filter((mount) => mount.kind !== "bind" || !mount.isSubmount);
  return [
    ...["net", "pid", "ipc", "uts"].map((space) => `--unshare-${space}`),
    "--unshare-cgroup-try",
    "--die-with-parent",
    ...(isNodeStarter(options.starter)
      ? rightsOfNode(rights)
      : rightsOfStarter(rights, plan.caller.uid)),
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
    ...tellsOfMachine.filter(options.exists).flatMap((path) => ["--ro-bind", "/dev/null", path]),
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
    // bubblewrap enters the working directory as root, and only its owner can enter one of mode 0700.
    ...(!isUser && uid !== 0 ? ["CAP_DAC_READ_SEARCH"] : []),
  ];
  return [
    "--as-pid-1",
    ...(isUser ? ["--unshare-user", "--uid", "0", "--gid", "0"] : []),
    "--cap-drop",
    "ALL",
    ...needed.flatMap((name) => ["--cap-add", name]),
  ];
}

/** It cannot give a right up later, so it never has one. bubblewrap takes care of the processes that nobody waits for. */
function rightsOfNode(rights: Rights): readonly string[] {
  return [...(rights === "user" ? ["--unshare-user"] : []), "--cap-drop", "ALL"];
}

/** bubblewrap creates missing parents with mode 0700: behind sudo they are root's, and the caller could not enter them. */
function parentArguments({ target }: Mount, earlier: readonly Mount[]): readonly string[] {
  return ancestors(target).flatMap((folder) => {
    const top = earlier.findLast((mount) => isWithin(folder, mount.target));
    const isMissing = !top || (top.kind === "empty" && top.isWritable && top.target !== folder);
    return isMissing ? ["--perms", "0755", "--dir", folder] : [];
  });
}

/** Directories around a path, without the root, the outer ones first. */
function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === "/" ? [] : [...ancestors(parent), parent];
}

/** bubblewrap's own /dev is a directory in memory, too, and has no size. */
function sharedMemory(diskBytes: number | undefined): readonly string[] {
  return diskBytes === undefined
    ? []
    : [...emptyFolder("/dev/shm", diskBytes), "--remount-ro", "/dev"];
}

function emptyFolder(target: string, diskBytes: number | undefined): readonly string[] {
  const size = diskBytes === undefined ? [] : ["--size", String(diskBytes)];
  return ["--perms", "1777", ...size, "--tmpfs", target];
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
      // Whoever runs the command is alone in there: the folder may be root's, who makes it.
      return mount.isWritable
        ? emptyFolder(target, diskBytes)
        : ["--perms", "0555", "--tmpfs", target, "--remount-ro", target];
  }
}
