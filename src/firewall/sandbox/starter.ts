import { fileURLToPath } from "node:url";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Caller } from "./caller.ts";

/** Path of the starter in the container. */
export const starterInside = "/run/gatehouse/starter";
/**
 * Path of the starter's channel in the container, for runtimes that close inherited descriptors.
 */
export const channelInside = "/run/gatehouse/channel";

/** Options of the starter, as read by `starter/starter.c`. */
export interface StarterOptions {
  /** `inherited`: through an inherited descriptor. `named`: through a socket with a path. */
  readonly channel: "inherited" | "named";
  /**
   * The user that the starter runs the command as; undefined if the starter does not change its
   * user.
   */
  readonly becomes?: Pick<Caller, "uid" | "gid">;
  /**
   * True if the starter is root in a user namespace. It then creates a second user namespace, in
   * which the command has its real user ID.
   */
  readonly mapsUser: boolean;
  /** True if the command controls the terminal. */
  readonly hasTerminal: boolean;
  /** Limit on the processes and threads that the kernel counts in the command's user namespace. */
  readonly processes?: number | undefined;
  /**
   * Descriptor for the command's standard error; undefined to use the runtime's own standard error.
   */
  readonly complaints?: number;
  /** Ports on which the starter listens only on 127.0.0.1, such as the proxy's port. */
  readonly localPorts: readonly number[];
  /** Ports that capture connections of tools without proxy support. */
  readonly caughtPorts: readonly number[];
}

const nodeStarter = "starter-node.cjs";

/** Path of Node in the container, for the Node starter. */
export const nodeInside = "/run/gatehouse/node";

/**
 * Returns the starter for this architecture, preferably a native one. Returns undefined if the
 * system is not Linux.
 */
export function starterPath(arch: string = process.arch): string | undefined {
  if (process.platform !== "linux") return undefined;
  const name = ["x64", "arm64"].includes(arch) ? `starter-${arch}` : nodeStarter;
  // In the source tree, the starter is next to this file. In the build, it is next to the bundle's
  // chunks.
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? `./starter/${name}` : `./${name}`, import.meta.url));
}

/**
 * Returns whether the path is that of the Node starter. The Node starter works with fewer runtimes
 * and ports. It does not have a system call filter, and cannot give the command a terminal.
 */
export function isNodeStarter(path: string): boolean {
  return path.endsWith(nodeStarter);
}

/** Warning that is shown if a container uses the Node starter. */
export const nodeStarterWarning =
  "No native starter is available for this architecture. Isolation relies only on bubblewrap, without a " +
  "system call filter.";

/** Warning that is shown if the starter could not listen on the ports of HTTP, HTTPS and DNS. */
export const uncaughtWarning =
  "Tools that do not use the proxy variables cannot connect, because bubblewrap has no capabilities here.";

/** This system or architecture is not supported. */
class NoStarter extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** @throws NoStarter */
export function requireStarter(arch: string = process.arch): string {
  const path = starterPath(arch);
  if (path === undefined) {
    throw new NoStarter(`The firewall runs on Linux; this is ${process.platform}.`);
  }
  return path;
}

/** Returns the starter's arguments that precede the command. */
export function starterArguments(options: StarterOptions): readonly string[] {
  return [
    "inside",
    ...(options.channel === "named" ? ["-c", channelInside] : []),
    ...(options.becomes
      ? ["-u", String(options.becomes.uid), "-g", String(options.becomes.gid)]
      : []),
    ...(options.mapsUser ? ["-m"] : []),
    ...(options.processes === undefined ? [] : ["-r", String(options.processes)]),
    ...(options.hasTerminal ? ["-t"] : []),
    ...(options.complaints === undefined ? [] : ["-e", String(options.complaints)]),
    ...options.localPorts.flatMap((port) => ["-p", String(port)]),
    ...options.caughtPorts.flatMap((port) => ["-l", String(port)]),
    "-n",
    "--",
  ];
}
