import { realOr } from "../../shared/real-or.ts";
import type { ContainerPlan } from "./container-plan.ts";
import { tellsOfMachine } from "./machine-wide.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import type { ResourceLimits } from "./resource-limits.ts";
import { channelInside, starterInside } from "./starter.ts";
import { readMountTable } from "./mount-table.ts";
import { withReadOnlySubmounts } from "./submounts.ts";

export interface EngineOptions {
  readonly engine: "docker" | "podman";
  readonly image: string;
  /** Name of the container, to end it by. */
  readonly name: string;
  readonly starter: string;
  /** Where the named channel stands outside. */
  readonly channel: string;
  readonly hasTerminal: boolean;
  /** podman as an ordinary user: it is root in a user namespace of its own. */
  readonly isRootless: boolean;
  readonly limits: ResourceLimits;
  /** False for an engine that refuses limits of memory and processes, even absent ones. */
  readonly setsLimits: boolean;
}

/** Arguments of docker or podman up to the starter's own: no network, no right, nothing of the image but its name. */
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
    ...(engine === "podman" ? ofPodman : []),
    ...(options.isRootless ? ["--userns", "keep-id"] : []),
    // Without a capability the starter can listen at 80 and 443 only where these are nobody's privilege.
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

/** Swap counts as memory. Without the option podman has a process limit of its own. */
function limitArguments({ memory, pids, disk }: ResourceLimits): readonly string[] {
  return [
    ...(memory === undefined ? [] : ["--memory", String(memory), "--memory-swap", String(memory)]),
    "--pids-limit",
    String(pids ?? -1),
    ...(disk === undefined ? [] : ["--shm-size", String(disk)]),
  ];
}

/** docker masks what it masks; podman can be told more. */
const ofPodman = [
  "--passwd=false",
  "--no-hosts",
  "--security-opt",
  `mask=${[...tellsOfMachine, "/proc/mtrr", "/proc/pressure", "/sys/fs/cgroup"].join(":")}`,
];

interface EmptyFolders {
  readonly engine: EngineOptions["engine"];
  readonly diskBytes: number | undefined;
}

type MountWithoutLink = Exclude<Mount, { kind: "link" }>;

/** The empty image has no links: what a link leads to is mounted in its place. */
function withoutLinks(mounts: readonly Mount[]): readonly MountWithoutLink[] {
  const table = readMountTable();
  return mounts.flatMap((mount): readonly MountWithoutLink[] => {
    if (mount.kind !== "link") return [mount];
    const real = realOr(mount.target);
    // Nothing is mounted for a link that leads nowhere.
    if (real === mount.target) return [];
    return withReadOnlySubmounts([bind(real, mount.target)], table);
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
  }
}

/** podman fills a new folder with what it covers, unless it is told not to. */
function emptyOptions(isWritable: boolean, { engine, diskBytes }: EmptyFolders): string {
  const size = diskBytes === undefined ? "" : `,size=${diskBytes}`;
  const options = isWritable ? `exec,mode=1777${size}` : "ro,mode=0555";
  return engine === "podman" ? `${options},notmpcopyup` : options;
}

/** One field of a line of comma-separated values: a path may hold whatever it likes. */
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
