import { join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import type { ContainerPlan } from "./container-plan.ts";
import { describesMachine } from "./machine-wide.ts";
import { formatHardLimits } from "./hard-limits.ts";
import type { Mount } from "./mount.ts";
import { bind, findCovered } from "./mount.ts";
import type { ResourceLimits } from "./resource-limits.ts";
import { channelInside, starterInside } from "./starter.ts";
import { readMountTable } from "./mount-table.ts";
import { withReadOnlySubmounts } from "./submounts.ts";

export interface EngineOptions {
  readonly engine: "docker" | "podman";
  readonly image: string;
  /** Container name, used to stop the container. */
  readonly name: string;
  readonly starter: string;
  /** Path of the named channel on the host. */
  readonly channel: string;
  readonly hasTerminal: boolean;
  /** True if an ordinary user runs podman. podman is then root in its own user namespace. */
  readonly isRootless: boolean;
  readonly limits: ResourceLimits;
  /**
   * False if the engine rejects options for memory and process limits, even those that set no
   * limit.
   */
  readonly setsLimits: boolean;
}

/**
 * Returns the arguments for docker or podman, which precede the starter's own arguments. The
 * container does not have network access or privileges, and does not contain files of the image.
 */
export function engineArguments(plan: ContainerPlan, options: EngineOptions): readonly string[] {
  const { caller } = plan;
  const { engine, limits } = options;
  return [
    "run",
    "--rm",
    "--interactive",
    ...(options.hasTerminal ? ["--tty"] : []),
    "--name",
    options.name,
    "--label",
    "gatehouse.session",
    "--network",
    "none",
    "--read-only",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--security-opt",
    "label=disable",
    "--user",
    `${caller.uid}:${caller.gid}`,
    ...(engine === "podman" ? [...formatHardLimits(), ...ofPodman] : []),
    ...(options.isRootless ? ["--userns", "keep-id"] : []),
    // The starter does not have capabilities, so it can listen on 80 and 443 only if these ports do
    // not require privileges.
    "--sysctl",
    "net.ipv4.ip_unprivileged_port_start=0",
    "--log-driver",
    "none",
    "--pull",
    "never",
    ...(options.setsLimits ? limitArguments(limits) : []),
    "--tmpfs",
    "/sys:ro",
    ...withoutLinks(plan.mounts).flatMap((mount) =>
      mountArguments(mount, { engine, diskBytes: limits.disk }),
    ),
    ...mountArguments({
      kind: "bind",
      source: options.starter,
      target: starterInside,
      isWritable: false,
    }),
    ...mountArguments({
      kind: "bind",
      source: options.channel,
      target: channelInside,
      isWritable: true,
    }),
    "--workdir",
    plan.workFolder,
    "--entrypoint",
    starterInside,
    options.image,
  ];
}

/**
 * Formats the limits. Swap counts as memory. Without an explicit limit, podman sets its own process
 * limit.
 */
function limitArguments({ memory, pids, disk }: ResourceLimits): readonly string[] {
  return [
    ...(memory === undefined ? [] : ["--memory", String(memory), "--memory-swap", String(memory)]),
    "--pids-limit",
    String(pids ?? -1),
    ...(disk === undefined ? [] : ["--shm-size", String(disk)]),
  ];
}

/** Options for podman only. Unlike docker, podman accepts additional paths to mask. */
const ofPodman = [
  "--passwd=false",
  "--no-hosts",
  "--security-opt",
  `mask=${[...describesMachine, "/proc/mtrr", "/proc/pressure", "/sys/fs/cgroup"].join(":")}`,
];

interface EmptyFolders {
  readonly engine: EngineOptions["engine"];
  readonly diskBytes: number | undefined;
}

type MountWithoutLink = Exclude<Mount, { kind: "link" }>;

/**
 * Replaces each link with mounts of what the plan shows at its target, because the empty image
 * cannot contain links.
 */
function withoutLinks(mounts: readonly Mount[]): readonly MountWithoutLink[] {
  const table = readMountTable();
  return mounts.flatMap((mount): readonly MountWithoutLink[] => {
    if (mount.kind !== "link") return [mount];
    const real = realOr(mount.target);
    const own = findCovered(real, mounts) === real ? [bind(real, mount.target)] : [];
    const inside = mounts.flatMap((each): readonly MountWithoutLink[] => {
      if (each.kind === "link" || each.target === real || !isWithin(each.target, real)) return [];
      const target = join(mount.target, relative(real, each.target));
      return [each.kind === "bind" ? bind(each.source, target) : { ...each, target }];
    });
    return [...withReadOnlySubmounts(own, table), ...inside];
  });
}

function mountArguments(
  mount: Exclude<Mount, { kind: "link" }>,
  folders: EmptyFolders = { engine: "docker", diskBytes: undefined },
): readonly string[] {
  const { target } = mount;
  switch (mount.kind) {
    case "bind":
      return bindArguments(mount.source, target, mount.isWritable ? [] : ["readonly"]);
    case "hidden":
      return bindArguments("/dev/null", target, ["readonly"]);
    case "empty":
      return ["--tmpfs", `${target}:${emptyOptions(mount.isWritable, folders)}`];
    case "closed":
      // Some versions of runc ignore the mode, so the command sees an empty directory.
      return ["--tmpfs", `${target}:${withoutCopy("ro,mode=0000", folders)}`];
  }
}

function emptyOptions(isWritable: boolean, folders: EmptyFolders): string {
  const { diskBytes } = folders;
  const size = diskBytes === undefined ? "" : `,size=${diskBytes}`;
  return withoutCopy(isWritable ? `exec,mode=1777${size}` : "ro,mode=0555", folders);
}

/**
 * Adds `notmpcopyup`. Without it, podman copies the existing content of the mount point into the
 * new directory.
 */
function withoutCopy(options: string, { engine }: EmptyFolders): string {
  return engine === "podman" ? `${options},notmpcopyup` : options;
}

/**
 * Formats the fields as quoted, comma-separated values, because a path can contain any character.
 */
function bindArguments(
  source: string,
  target: string,
  flags: readonly string[],
): readonly string[] {
  const fields = ["type=bind", `source=${source}`, `target=${target}`, ...flags];
  return [
    "--mount",
    fields.map((field) => (/[",\r\n]/.test(field) ? quote(field) : field)).join(","),
  ];
}

function quote(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
