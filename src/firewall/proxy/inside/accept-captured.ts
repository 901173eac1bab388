import type { Socket } from "node:net";
import { attempt } from "../contain.ts";
import { endConnection } from "../log-fault.ts";
import type { Names } from "../names/names.ts";
import { refuse } from "../refusal/denial.ts";
import type { Policy } from "../../rules/policy.ts";
import { logDenied, openInside, type Aim, type InsideOptions } from "./open-inside.ts";

export interface CaughtOptions extends InsideOptions {
  readonly names: Names;
  /** The port that the tool connected to. */
  readonly port: number;
}

/**
 * Accepts a captured connection from a tool without proxy support. The tool connected to the
 * address that the proxy's DNS server had returned for a name, or to an address in a rule.
 */
export function acceptCaptured(socket: Socket, { names, port, ...inside }: CaughtOptions): void {
  const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
  const host = names.nameOf(address);
  const at = { port, way: "caught" } as const;
  const aim = host === undefined ? findListed(address, at, inside.deps.policy) : { host, ...at };
  if (!aim) {
    const scheme = port === 80 ? "http" : "https";
    const explanation = `no host name is assigned to ${address}`;
    const denial = refuse("name-mismatch", explanation);
    logDenied(inside.deps, { host: address, scheme, ...at }, denial);
    socket.destroy();
    return;
  }
  void attempt(() => openInside(socket, aim, inside), endConnection(socket, inside.deps));
}

/**
 * Returns the target of a connection to an address without an assigned name, if a rule allows this
 * address. In the container, `localhost` has the address 127.0.0.1, so the client could mean either.
 */
function findListed(
  address: string,
  at: Pick<Aim, "port" | "way">,
  policy: Pick<Policy, "decideConnection">,
): Aim | undefined {
  const alias = address === "127.0.0.1" ? "localhost" : undefined;
  const isAllowed = [address, ...(alias ? [alias] : [])].some((host) =>
    (["http", "https"] as const).some(
      (scheme) => policy.decideConnection({ scheme, host, port: at.port }).allowed,
    ),
  );
  return isAllowed ? { host: address, ...(alias && { alias }), ...at } : undefined;
}
