import { fileURLToPath } from "node:url";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Caller } from "./caller.ts";

/** Where the starter stands inside. */
export const starterInside = "/run/gatehouse/starter";
/** Where its channel stands inside, for a runtime that hands no descriptor through. */
export const channelInside = "/run/gatehouse/channel";

/** What the starter is told; `starter/starter.c` has the other side. */
export interface StarterOptions {
  /** By a socket with a name instead of an inherited descriptor. */
  readonly channel: "inherited" | "named";
  /** Whom it becomes before it starts the command; whoever it is already where absent. */
  readonly becomes?: Pick<Caller, "uid" | "gid">;
  /** It is root in a user namespace: the command gets one in which its user is itself again. */
  readonly mapsUser: boolean;
  /** The command gets the terminal. */
  readonly hasTerminal: boolean;
  /** Limit of processes and threads that the kernel counts in the command's user namespace. */
  readonly processes?: number | undefined;
  /** A descriptor for the command's standard error, where the runtime has another. */
  readonly complaints?: number;
  /** The proxy's port, and others for 127.0.0.1 alone. */
  readonly localPorts: readonly number[];
  /** Ports at which tools that know no proxy are caught. */
  readonly caughtPorts: readonly number[];
}

const nodeStarter = "starter-node.cjs";

/** Where node itself stands inside, for the starter that is a program of it. */
export const nodeInside = "/run/gatehouse/node";

/** The starter for this kind of machine, a native one where it is built; undefined where there is none. */
export function starterPath(arch: string = process.arch): string | undefined {
  if (process.platform !== "linux") return undefined;
  const name = ["x64", "arm64"].includes(arch) ? `starter-${arch}` : nodeStarter;
  // From source it lies beside this file, in the program beside its chunks.
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? `./starter/${name}` : `./${name}`, import.meta.url));
}

/** It is a program of Node: fewer runtimes, fewer ports, no filter of system calls, no terminal of the command's own. */
export function isNodeStarter(path: string): boolean {
  return path.endsWith(nodeStarter);
}

/** What a person has to know of a container that such a starter begins. */
export const nodeStarterWarning =
  "This kind of machine has no native starter: bubblewrap alone keeps the command in, without a " +
  "filter of system calls, and tools that know no proxy are refused instead of caught.";

/** This system, or this kind of machine, has no container that we could make. */
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

/** Its arguments up to the command. */
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
