import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { resolveOutside } from "../../shared/program-path.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { engineArguments } from "./container-engine.ts";
import type { ContainerPlan } from "./container-plan.ts";
import { ContainerFailed } from "./container-failed.ts";
import { complaintsDescriptor } from "./launch.ts";
import type { Launch } from "./launch.ts";
import type { ControlGroup } from "./control-group.ts";
import { countsProcessesByNamespace, listApplied } from "./resource-limits.ts";
import type { Enforcer, LimitName, ResourceLimits } from "./resource-limits.ts";
import { isNodeStarter, starterArguments } from "./starter.ts";
import { realOr } from "../../shared/real-or.ts";

/** One way to create a container on this machine. */
export interface Runtime {
  readonly name: "bubblewrap" | "bubblewrap with sudo" | "docker" | "podman";
  /** Reason for the runtime's position in the order. */
  readonly reason: string;
  readonly program: string;
}

/** Returns whether the runtime is an external engine that creates containers from images. */
export function isEngine(name: Runtime["name"]): name is "docker" | "podman" {
  return name === "docker" || name === "podman";
}

export interface Machine {
  readonly uid: number;
  /** The caller's PATH. */
  readonly path: string;
  /** Directories that commands can write to. An earlier command may have planted their content. */
  readonly unsafe: readonly string[];
  /** Path of the starter. The Node starter works only with bubblewrap. */
  readonly starter?: string;
}

/** Returns the runtimes to try, in order. The list is empty if no runtime is installed. */
export function findRuntimes(choice: string, machine: Machine): readonly Runtime[] {
  const bubblewrap = findProgram("bwrap", machine);
  const ways: readonly Runtime[] = [
    ...ofProgram(bubblewrap, {
      name: "bubblewrap",
      reason: machine.uid === 0 ? "root needs no user namespace" : "needs no root privileges",
    }),
    ...ofProgram(machine.uid === 0 || !bubblewrap ? undefined : findProgram("sudo", machine), {
      name: "bubblewrap with sudo",
      reason: "sudo needs no password here, and the command runs as you",
    }),
    ...(["docker", "podman"] as const).flatMap((name) =>
      ofProgram(findProgram(name, machine), { name, reason: `${name} is installed` }),
    ),
  ];
  const hasNative = machine.starter === undefined || !isNodeStarter(machine.starter);
  return ways.filter(({ name }) => isChosen(name, choice) && (hasNative || name === "bubblewrap"));
}

function ofProgram(program: string | undefined, way: Omit<Runtime, "program">): readonly Runtime[] {
  return program === undefined ? [] : [{ ...way, program }];
}

function isChosen(name: Runtime["name"], choice: string): boolean {
  return choice === "auto" || name === choice || name.startsWith(`${choice} `);
}

/**
 * Finds a program that runs on the host to create the container. Skips PATH entries that a command
 * can write to, because package managers put project directories first on PATH.
 */
function findProgram(name: string, { path, unsafe }: Machine): string | undefined {
  const writable = unsafe.map(realOr);
  const folders = [...path.split(delimiter), "/usr/bin", "/usr/sbin", "/bin"];
  return folders
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find((file) => resolveOutside(file, writable) !== undefined);
}

export interface LaunchOptions {
  readonly starter: string;
  /** gatehouse's own directory for the channel's socket. */
  readonly folder: string;
  readonly image: string;
  readonly session: string;
  readonly hasTerminal: boolean;
  /** Whether the command gets gatehouse's standard input, and whether that is a terminal. */
  readonly input: "none" | "terminal" | "other";
  readonly localPorts: readonly number[];
  readonly caughtPorts: readonly number[];
  readonly command: readonly string[];
  readonly uid: number;
  /** Variables for the runtime: its own settings, without credentials. */
  readonly environment: NodeJS.ProcessEnv;
  readonly limits: ResourceLimits;
  /** True to limit only in-memory directories, because this runtime rejected the other limits. */
  readonly isDiskOnly?: boolean;
  /** True to start bubblewrap without capabilities, because this system denies them. */
  readonly lacksCapabilities?: boolean;
  /** Control groups of this session, for a runtime that does not create any. */
  readonly group?: ControlGroup;
}

const noOther = "without capabilities, the command cannot run as the user who called sudo";

/**
 * Returns the parameters for starting this runtime with this plan.
 * @throws ContainerFailed if the starter cannot run the command as the caller
 */
export function planLaunch(runtime: Runtime, plan: ContainerPlan, options: LaunchOptions): Launch {
  return runtime.name === "docker" || runtime.name === "podman"
    ? launchEngine(runtime, plan, options)
    : launchBubblewrap(runtime, plan, options);
}

function launchBubblewrap(runtime: Runtime, plan: ContainerPlan, options: LaunchOptions): Launch {
  const bySudo = runtime.name === "bubblewrap with sudo";
  const isNode = isNodeStarter(options.starter);
  const hasCapabilities = !isNode && options.lacksCapabilities !== true;
  // Without capabilities, the starter cannot change from root to the caller.
  const startsAsCaller = !hasCapabilities && options.uid === 0;
  const uid = startsAsCaller ? plan.caller.uid : options.uid;
  const asRoot = bySudo || uid === 0;
  if (!hasCapabilities && plan.caller.uid !== (asRoot ? 0 : uid)) {
    throw new ContainerFailed(runtime.name, noOther);
  }
  // Only root can join the control groups that root created.
  const group = startsAsCaller && !asRoot ? undefined : options.group;
  const channel = bySudo ? join(options.folder, "channel") : undefined;
  const enforcers = enforcersOf(group, { hasOwnUsers: !asRoot && !isNode });
  const args = [
    ...bubblewrapArguments(plan, {
      rights: asRoot ? "root" : "user",
      hasCapabilities,
      starter: options.starter,
      ...(channel !== undefined && { channel }),
      diskBytes: options.limits.disk,
      exists: existsSync,
    }),
    ...starterArguments({
      channel: bySudo ? "named" : "inherited",
      ...(hasCapabilities && { becomes: plan.caller }),
      mapsUser: !asRoot && hasCapabilities,
      processes: enforcers.pids === "rlimit" ? options.limits.pids : undefined,
      hasTerminal: options.hasTerminal && !isNode,
      ...(!bySudo && { complaints: complaintsDescriptor }),
      localPorts: options.localPorts,
      caughtPorts: options.caughtPorts,
    }),
    ...options.command,
  ];
  return {
    title: runtime.name,
    program: runtime.program,
    args: bySudo ? ["-n", "--", "bwrap", ...args] : args,
    environment: {},
    starter: options.starter,
    ...(channel !== undefined && { channel }),
    isApart: !bySudo || !options.hasTerminal,
    hasInput: options.input !== "none",
    ...(startsAsCaller && { user: { uid, gid: plan.caller.gid } }),
    joins: group?.joins ?? [],
    limits: listApplied(options.limits, enforcers),
    complaints: bySudo ? "shared" : "past",
  };
}

/**
 * Returns the mechanism that enforces each limit. Without a control group, only the number of
 * processes can be limited, and only in a user namespace.
 */
function enforcersOf(
  group: ControlGroup | undefined,
  { hasOwnUsers }: { readonly hasOwnUsers: boolean },
): Partial<Record<LimitName, Enforcer | undefined>> {
  const byUser = hasOwnUsers && countsProcessesByNamespace() ? "rlimit" : undefined;
  return {
    memory: group?.limited.has("memory") ? "cgroup" : undefined,
    pids: group?.limited.has("pids") ? "cgroup" : byUser,
    disk: "tmpfs",
  };
}

function launchEngine(runtime: Runtime, plan: ContainerPlan, options: LaunchOptions): Launch {
  const channel = join(options.folder, "channel");
  const engine = runtime.name === "docker" ? "docker" : "podman";
  const args = [
    ...engineArguments(plan, {
      engine,
      image: options.image,
      name: `gatehouse-${options.session}`,
      starter: options.starter,
      channel,
      hasTerminal: options.hasTerminal,
      isRootless: engine === "podman" && options.uid !== 0,
      limits: options.limits,
      setsLimits: options.isDiskOnly !== true,
    }),
    ...starterArguments({
      channel: "named",
      mapsUser: false,
      hasTerminal: options.hasTerminal,
      localPorts: options.localPorts,
      caughtPorts: options.caughtPorts,
    }),
    ...options.command,
  ];
  return {
    title: runtime.name,
    program: runtime.program,
    args,
    environment: options.environment,
    starter: options.starter,
    channel,
    // docker and podman read the input themselves. The kernel stops a program that reads the
    // terminal outside of the foreground group.
    isApart: options.input !== "terminal",
    hasInput: options.input !== "none",
    joins: [],
    limits: listApplied(options.limits, { memory: engine, pids: engine, disk: "tmpfs" }),
    complaints: "through",
  };
}
