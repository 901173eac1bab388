import { fileURLToPath } from "node:url";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Caller } from "./caller.ts";

/** Path of the starter in the container. */
export const starterInside = "/run/gatehouse/starter";
/**
 * Path of the starter's channel in the container, for a runtime that does not pass on descriptors.
 */
export const channelInside = "/run/gatehouse/channel";

/** Options of the starter; `starter/starter.c` reads them. */
export interface StarterOptions {
  /** `named`: through a socket with a path instead of an inherited descriptor. */
  readonly channel: "inherited" | "named";
  /** The user as whom the starter runs the command; undefined if it does not change its user. */
  readonly becomes?: Pick<Caller, "uid" | "gid">;
  /**
   * The starter is root in a user namespace. It maps the command to its real user in another one.
   */
  readonly mapsUser: boolean;
  /** The command controls the terminal. */
  readonly hasTerminal: boolean;
  /** Limit of processes and threads that the kernel counts in the command's user namespace. */
  readonly processes?: number | undefined;
  /** Descriptor for the command's standard error; undefined if it is the runtime's own. */
  readonly complaints?: number;
  /** The proxy's port, and other ports that listen only on 127.0.0.1. */
  readonly localPorts: readonly number[];
  /** Ports that capture connections of tools without proxy support. */
  readonly caughtPorts: readonly number[];
}

const nodeStarter = "starter-node.cjs";

/** Path of Node in the container, for the starter in Node. */
export const nodeInside = "/run/gatehouse/node";

/**
 * Returns the starter for this architecture, a native one if available. Undefined if the system is
 * not Linux.
 */
export function starterPath(arch: string = process.arch): string | undefined {
  if (process.platform !== "linux") return undefined;
  const name = ["x64", "arm64"].includes(arch) ? `starter-${arch}` : nodeStarter;
  // In the source tree it is next to this file; in the built program it is next to the chunks.
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? `./starter/${name}` : `./${name}`, import.meta.url));
}

/**
 * Returns whether a starter runs in Node. Such a starter works with fewer runtimes and ports, and
 * without a system call filter or a terminal for the command.
 */
export function isNodeStarter(path: string): boolean {
  return path.endsWith(nodeStarter);
}

/** Warning about containers with such a starter. */
export const nodeStarterWarning =
  "There is no native starter for this architecture. Isolation relies on bubblewrap, without a " +
  "system call filter. Tools without proxy support get no connection.";

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

/** Returns the starter's arguments up to the command. */
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
