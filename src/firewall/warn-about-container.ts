import type { FirewallRun } from "./firewall-run.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import { findUnenforced, type LimitName } from "./sandbox/resource-limits.ts";
import { isEngine, type Runtime } from "./sandbox/runtimes.ts";
import {
  isNodeStarter,
  nodeStarterWarning,
  requireStarter,
  uncaughtWarning,
} from "./sandbox/starter.ts";

/** Returns warnings about weaknesses of a container, and about options without an effect in it. */
export function warnAboutContainer(
  { image, limits }: Pick<FirewallRun["settings"], "image" | "limits">,
  opened: Pick<OpenedContainer, "runtime" | "uncaught" | "limits">,
  { hasSocketList }: { readonly hasSocketList: boolean },
): readonly string[] {
  const {
    runtime: { name: runtime },
    uncaught,
  } = opened;
  const isUnused = image !== undefined && !isEngine(runtime);
  const unused = `--image ${image} has no effect, because ${runtime} uses the system's own directories. To use the image, add --runtime podman or docker.`;
  return [
    ...(isNodeStarter(requireStarter()) ? [nodeStarterWarning] : []),
    ...(uncaught.length > 0 ? [uncaughtWarning] : []),
    ...(isUnused ? [unused] : []),
    ...(hasSocketList ? [] : [openSockets]),
    ...findUnenforced(opened.limits)
      .filter((name) => limits[name] !== undefined)
      .map((name) => notLimited(name, runtime)),
  ];
}

const openSockets =
  "The kernel's list of sockets is not available, so the command can connect to sockets in system directories and on PATH.";

/**
 * Returns a warning about a requested limit that cannot be enforced. If a default limit cannot be
 * enforced, only the report and `doctor` show it.
 */
function notLimited(name: LimitName, runtime: Runtime["name"]): string {
  const what = { memory: "Memory", pids: "The number of processes", disk: "Disk" }[name];
  const why = {
    disk: `${runtime} cannot limit in-memory directories on this machine`,
    memory: `--memory requires a control group, which ${runtime} cannot create on this machine`,
    pids: `--pids requires a control group, which ${runtime} cannot create on this machine`,
  }[name];
  return `${what} is not limited: ${why}.`;
}
