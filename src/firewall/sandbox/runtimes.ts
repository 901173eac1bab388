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

/** One way to make a container on this machine. */
export interface Runtime {
  readonly name: "bubblewrap" | "bubblewrap with sudo" | "docker" | "podman";
  /** Why it is in this place of the order. */
  readonly because: string;
  readonly program: string;
}

/** Whether it makes containers of images, by a program that is no part of ours. */
export function isEngine(name: Runtime["name"]): name is "docker" | "podman" {
  return name === "docker" || name === "podman";
}

export interface Machine {
  readonly uid: number;
  /** PATH of whoever called. */
  readonly path: string;
  /** Folders that commands write to: what is there, an earlier command may have put there. */
  readonly unsafe: readonly string[];
  /** One that is a program of Node starts in bubblewrap alone. */
  readonly starter?: string;
}

/** The ways to try, the first one first. Empty where no runtime is installed. */
export function findRuntimes(choice: string, machine: Machine): readonly Runtime[] {
  const bubblewrap = findProgram("bwrap", machine);
  const ways: readonly Runtime[] = [
    ...ofProgram(bubblewrap, {
      name: "bubblewrap",
      because: machine.uid === 0 ? "root needs no user namespace" : "no right of root is needed",
    }),
    ...ofProgram(machine.uid === 0 || !bubblewrap ? undefined : findProgram("sudo", machine), {
      name: "bubblewrap with sudo",
      because: "sudo asks for no password here, and hands the command back to you",
    }),
    ...(["docker", "podman"] as const).flatMap((name) =>
      ofProgram(findProgram(name, machine), { name, because: `${name} is installed` }),
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

/** It runs outside, and makes the container: package managers put directories of a project first on PATH. */
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
  /** A folder of ours, for the channel's socket. */
  readonly folder: string;
  readonly image: string;
  readonly session: string;
  readonly hasTerminal: boolean;
  readonly localPorts: readonly number[];
  readonly caughtPorts: readonly number[];
  readonly command: readonly string[];
  readonly uid: number;
  /** What a runtime may know: its own settings, no credential. */
  readonly environment: NodeJS.ProcessEnv;
  readonly limits: ResourceLimits;
  /** Only directories in memory are limited: this runtime refuses the rest. */
  readonly isDiskOnly?: boolean;
  /** Control groups of this session, for a runtime that creates none. */
  readonly group?: ControlGroup;
}

const noOther = "only a native starter hands the command back to whoever called sudo";

/**
 * How this runtime is started for this plan.
 * @throws ContainerFailed where the starter cannot make the command the caller's
 */
export function planLaunch(runtime: Runtime, plan: ContainerPlan, options: LaunchOptions): Launch {
  return runtime.name === "docker" || runtime.name === "podman"
    ? launchEngine(runtime, plan, options)
    : launchBubblewrap(runtime, plan, options);
}

function launchBubblewrap(runtime: Runtime, plan: ContainerPlan, options: LaunchOptions): Launch {
  const bySudo = runtime.name === "bubblewrap with sudo";
  const asRoot = bySudo || options.uid === 0;
  const isNode = isNodeStarter(options.starter);
  if (isNode && plan.caller.uid !== options.uid) throw new ContainerFailed(runtime.name, noOther);
  const channel = bySudo ? join(options.folder, "channel") : undefined;
  const enforcers = enforcersOf(options, { hasOwnUsers: !asRoot && !isNode });
  const args = [
    ...bubblewrapArguments(plan, {
      rights: asRoot ? "root" : "user",
      starter: options.starter,
      ...(channel !== undefined && { channel }),
      diskBytes: options.limits.disk,
      exists: existsSync,
    }),
    ...starterArguments({
      channel: bySudo ? "named" : "inherited",
      // Root that stays root has nothing to become, and no other groups to keep.
      ...(!isNode && { becomes: plan.caller }),
      mapsUser: !asRoot && !isNode,
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
    joins: options.group?.joins ?? [],
    limits: listApplied(options.limits, enforcers),
    complaints: bySudo ? "shared" : "past",
  };
}

/** Without a control group only the number of processes can be limited, and only in a user namespace. */
function enforcersOf(
  { group }: LaunchOptions,
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
    isApart: !options.hasTerminal,
    joins: [],
    limits: listApplied(options.limits, { memory: engine, pids: engine, disk: "tmpfs" }),
    complaints: "through",
  };
}
