import type { Socket } from "node:net";
import { attempt } from "../contain.ts";
import { endConnection } from "../log-fault.ts";
import type { Names } from "../names/names.ts";
import { refuse } from "../refusal/denial.ts";
import { logDenied, openInside, type InsideOptions } from "./open-inside.ts";

export interface CaughtOptions extends InsideOptions {
  readonly names: Names;
  /** The port that the tool connected to. */
  readonly port: number;
}

/**
 * Accepts a captured connection from a tool without proxy support. The tool connected to the
 * address that the proxy's DNS server had returned for a name.
 */
export function acceptCaptured(socket: Socket, { names, port, ...inside }: CaughtOptions): void {
  const address = socket.localAddress ?? "";
  const host = names.nameOf(address);
  const aim = { host: host ?? address.replace(/^::ffff:/, ""), port, way: "caught" } as const;
  if (host === undefined) {
    const scheme = port === 80 ? "http" : "https";
    const explanation = `no host name is assigned to ${aim.host}`;
    logDenied(inside.deps, { ...aim, scheme }, refuse("name-mismatch", explanation));
    socket.destroy();
    return;
  }
  void attempt(() => openInside(socket, aim, inside), endConnection(socket, inside.deps));
}
