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
  /** A descriptor for the command's standard error, where the runtime has another. */
  readonly complaints?: number;
  /** The proxy's port, and others for 127.0.0.1 alone. */
  readonly localPorts: readonly number[];
  /** Ports at which tools that know no proxy are caught. */
  readonly caughtPorts: readonly number[];
}

/** Its bytes for this kind of machine; undefined where there are none. */
export function starterPath(arch: string = process.arch): string | undefined {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(arch)) return undefined;
  // From source it lies beside this file, in the program beside its chunks.
  const isSource = import.meta.url.endsWith(".ts");
  const path = isSource ? `./starter/starter-${arch}` : `./starter-${arch}`;
  return fileURLToPath(new URL(path, import.meta.url));
}

/** This system, or this kind of machine, has no container that we could make. */
class NoStarter extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** @throws NoStarter */
export function requireStarter(): string {
  const path = starterPath();
  if (path === undefined) {
    throw new NoStarter(
      `The firewall runs on Linux on x64 and arm64; this is ${process.platform} on ${process.arch}.`,
    );
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
    ...(options.hasTerminal ? ["-t"] : []),
    ...(options.complaints === undefined ? [] : ["-e", String(options.complaints)]),
    ...options.localPorts.flatMap((port) => ["-p", String(port)]),
    ...options.caughtPorts.flatMap((port) => ["-l", String(port)]),
    "-n",
    "--",
  ];
}
