import { release, totalmem } from "node:os";

const limitNames = ["memory", "pids", "disk"] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * Bytes of memory, number of processes and threads, and bytes of each in-memory directory.
 * Undefined means no limit.
 */
export type ResourceLimits = Readonly<Record<LimitName, number | undefined>>;

/** The kernel or runtime mechanism that enforces a limit. */
export type Enforcer = "cgroup" | "rlimit" | "tmpfs" | "docker" | "podman";

/** A limit, and the mechanism that enforces it. */
export interface AppliedLimit {
  readonly name: LimitName;
  /** Value of the limit; undefined if no limit was requested. */
  readonly most?: number;
  /** Undefined if the limit is not enforced. */
  readonly enforcedBy?: Enforcer;
}

/**
 * High enough for Chromium, a JVM or a large parallel build, but low enough to keep the machine
 * responsive.
 */
const defaultPids = 4096;
const memoryShare = 0.75;
/**
 * Share of each in-memory directory. Together, `/tmp`, `/var/tmp`, `/run`, the home directory and
 * `/dev/shm` use at most `memoryShare`.
 */
const diskShare = memoryShare / 5;

/**
 * Sets defaults for limits that were not requested.
 * @param asked 0 means no limit
 * @param machineBytes memory that this process may use
 */
export function decideLimits(
  asked: ResourceLimits,
  machineBytes: number = availableBytes(),
): ResourceLimits {
  const decide = (given: number | undefined, usual: number) =>
    given === 0 ? undefined : (given ?? Math.floor(usual));
  return {
    memory: decide(asked.memory, machineBytes * memoryShare),
    pids: decide(asked.pids, defaultPids),
    disk: decide(asked.disk, machineBytes * diskShare),
  };
}

/**
 * Returns the available memory in bytes. If gatehouse itself runs in a container, that may be less
 * than the machine's memory. If no limit is set, the kernel reports 0 or a huge number.
 */
function availableBytes(): number {
  const constrained = process.constrainedMemory();
  return Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
}

/** Returns the limits, each with the mechanism that enforces it. */
export function listApplied(
  limits: ResourceLimits,
  enforcers: Partial<Record<LimitName, Enforcer | undefined>>,
): readonly AppliedLimit[] {
  return limitNames.map((name) => {
    const [most, enforcedBy] = [limits[name], enforcers[name]];
    if (most === undefined) return { name };
    return { name, most, ...(enforcedBy && { enforcedBy }) };
  });
}

/**
 * Marks limits that docker or podman ignores as not enforced. Both engines print a warning about
 * such limits, but still start the container.
 * @param warning text that the runtime printed
 */
export function withoutDiscarded(
  limits: readonly AppliedLimit[],
  warning: string,
): readonly AppliedLimit[] {
  const lines = warning.split("\n").filter((line) => /discarded|ignored/i.test(line));
  const isDiscarded = (name: LimitName) =>
    name !== "disk" && lines.some((line) => new RegExp(`${name}|resource limits`, "i").test(line));
  return limits.map(({ enforcedBy, ...limit }) =>
    enforcedBy === undefined || isDiscarded(limit.name) ? limit : { ...limit, enforcedBy },
  );
}

/** Returns the requested limits that are not enforced. */
export function findUnenforced(limits: readonly AppliedLimit[]): readonly LimitName[] {
  return limits.flatMap(({ name, most, enforcedBy }) =>
    most !== undefined && enforcedBy === undefined ? [name] : [],
  );
}

/**
 * Returns whether the kernel counts the processes of each user namespace separately. Before Linux
 * 5.14, it counted all of a user's processes, so processes outside the container could exhaust the
 * limit.
 */
export function countsProcessesByNamespace(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split(/[.-]/).map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
