import type * as dgram from "node:dgram";
import type * as net from "node:net";
import { ContainerFailed } from "./container-failed.ts";
import type { ContainerPlan } from "./container-plan.ts";
import { createControlGroup } from "./control-group.ts";
import { emptyImage, ensureEmptyImage } from "./empty-image.ts";
import { isAboutCapabilities, NoRuntime } from "./no-runtime.ts";
import type { Attempt } from "./no-runtime.ts";
import { listApplied, withoutDiscarded } from "./resource-limits.ts";
import type { AppliedLimit, Enforcer, LimitName, ResourceLimits } from "./resource-limits.ts";
import { isEngine, planLaunch } from "./runtimes.ts";
import type { LaunchOptions, Runtime } from "./runtimes.ts";
import { isNodeStarter } from "./starter.ts";
import { startContainer } from "./start-container.ts";
import type { Container } from "./start-container.ts";
import type { InitMessage } from "./init-messages.ts";
import { withoutGone } from "./still-there.ts";

export interface OpenedContainer {
  readonly container: Container;
  readonly runtime: Runtime;
  /** Runtimes that were tried first, with the reasons why they failed. */
  readonly failed: readonly Attempt[];
  /** Sockets, keyed by port. The command accesses the network only through these sockets. */
  readonly servers: ReadonlyMap<number, net.Server>;
  readonly names: dgram.Socket | undefined;
  /** Ports whose connections are not captured. */
  readonly uncaught: readonly number[];
  readonly limits: readonly AppliedLimit[];
}

/** A handler for messages that arrive after the container was opened. */
export type LaterNews = (news: InitMessage) => void;

export interface OpenOptions extends LaunchOptions {
  /** Value of `--runtime`. */
  readonly choice: string;
  readonly onMessage: LaterNews;
}

/**
 * Starts a container with the first runtime that works, and waits until the container is ready to
 * start the command.
 * @throws NoRuntime if no runtime works, with the error of each runtime
 */
export async function openContainer(
  runtimes: readonly Runtime[],
  plan: ContainerPlan,
  options: OpenOptions,
): Promise<OpenedContainer> {
  const failed: Attempt[] = [];
  for (const runtime of runtimes) {
    try {
      return { ...(await attemptWithoutGone(runtime, plan, options)), failed };
    } catch (error) {
      if (!(error instanceof ContainerFailed)) throw error;
      failed.push({ runtime: runtime.name, complaint: error.complaint });
    }
  }
  throw new NoRuntime(failed, { choice: options.choice });
}

/**
 * Retries if hidden files disappeared while the container was starting. Each new attempt hides
 * fewer files.
 */
async function attemptWithoutGone(
  runtime: Runtime,
  plan: ContainerPlan,
  options: OpenOptions,
): Promise<Omit<OpenedContainer, "failed">> {
  let left = withoutGone(plan);
  for (;;) {
    try {
      return await attemptWithLess(runtime, left, options);
    } catch (error) {
      const still = withoutGone(left);
      const isSame = still.mounts.length === left.mounts.length;
      if (isSame || !(error instanceof ContainerFailed)) throw error;
      left = still;
    }
  }
}

/**
 * Retries without capabilities or limits that the system or the runtime rejects. A container without
 * them is better than no container, provided that it is reported what is missing.
 */
async function attemptWithLess(
  runtime: Runtime,
  plan: ContainerPlan,
  options: OpenOptions,
): Promise<Omit<OpenedContainer, "failed">> {
  try {
    return await attempt(runtime, plan, options);
  } catch (error) {
    const without = error instanceof ContainerFailed && withoutRefused(error.complaint, options);
    if (!without) throw error;
    const again = attemptWithLess(runtime, plan, { ...options, ...without });
    // If the second attempt also fails, the limits were not the cause, so the first error is thrown.
    const opened = await again.catch((second: unknown) =>
      Promise.reject(without.lacksCapabilities ? second : error),
    );
    return { ...opened, limits: asAsked(options.limits, opened.limits) };
  }
}

/**
 * @returns options without what the error rejects; undefined if the error has a different cause
 */
function withoutRefused(
  complaint: string,
  { limits, isDiskOnly, lacksCapabilities }: OpenOptions,
): Pick<OpenOptions, "limits" | "isDiskOnly" | "lacksCapabilities"> | undefined {
  if (!lacksCapabilities && isAboutCapabilities(complaint))
    return { limits, lacksCapabilities: true };
  // bubblewrap before 0.7 does not support `--size`, and a setuid bubblewrap does not allow it.
  if (/Unknown option --size|--size option is not permitted/.test(complaint))
    return limits.disk === undefined ? undefined : { limits: { ...limits, disk: undefined } };
  if (isDiskOnly || !isAboutLimits(complaint)) return undefined;
  return { limits: { ...limits, memory: undefined, pids: undefined }, isDiskOnly: true };
}

/** Lists each omitted limit as requested but not enforced. */
function asAsked(asked: ResourceLimits, applied: readonly AppliedLimit[]): readonly AppliedLimit[] {
  const enforcers: Partial<Record<LimitName, Enforcer>> = {};
  for (const { name, most, enforcedBy } of applied)
    if (most !== undefined && enforcedBy) enforcers[name] = enforcedBy;
  return listApplied(asked, enforcers);
}

function isAboutLimits(complaint: string): boolean {
  // Ignores paths in the message, because another session can choose their names. Keeps paths of
  // control groups, because they come from the kernel.
  const words = complaint.replaceAll(/\S*\/\S*/g, (path) =>
    /^\W*\/sys\/fs\/cgroup\//.test(path) ? path : "",
  );
  return /cgroup|control group|controller|limit/i.test(words);
}

async function attempt(
  runtime: Runtime,
  plan: ContainerPlan,
  options: OpenOptions,
): Promise<Omit<OpenedContainer, "failed">> {
  if (isEngine(runtime.name) && options.image === emptyImage)
    await ensureEmptyImage(runtime, options.environment);
  const servers = new Map<number, net.Server>();
  const uncaught: number[] = [];
  let names: dgram.Socket | undefined;
  const onMessage = (news: InitMessage) => {
    if (news.kind === "server") servers.set(news.port, news.server);
    else if (news.kind === "names") names = news.socket;
    else if (news.kind === "uncaught") uncaught.push(news.port);
    else options.onMessage(news);
  };
  const group =
    isEngine(runtime.name) || isNodeStarter(options.starter)
      ? undefined
      : createControlGroup(options.folder, options.limits);
  try {
    const launch = planLaunch(runtime, plan, { ...options, ...(group && { group }) });
    const container = await startContainer(launch, onMessage);
    if (group) void container.ended.then(() => group.remove());
    const limits = withoutDiscarded(launch.limits, container.warning);
    return { container, runtime, servers, names, uncaught, limits };
  } catch (error) {
    group?.remove();
    for (const server of servers.values()) server.close();
    names?.close();
    throw error;
  }
}
