import { isIP, type Socket } from "node:net";
import { parseHost } from "../authority.ts";
import { explainSsh } from "../../rules/ssh.ts";
import { OpenEntry } from "../open-entry.ts";
import type { Within, ProxyDeps } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import type { ClientHello } from "./client-hello.ts";
import { peek } from "./peek.ts";
import { refuseSsh } from "./refuse-ssh.ts";
import { alerts, endWithAlert } from "./tls-alert.ts";

/** The target of a connection, before its protocol is known. */
export type Aim = Pick<Within, "host" | "alias" | "port" | "way">;

export interface InsideOptions {
  readonly deps: ProxyDeps;
  /** Accepts an unencrypted HTTP connection. */
  readonly acceptHttp: (socket: Socket, within: Within) => void;
  /** Accepts a TLS connection whose server name matches and is allowed by the rules. */
  readonly acceptTls: (socket: Socket, within: Within, hello: ClientHello) => void;
  /** Sends the reason on a denied TLS connection; undefined if TLS is not intercepted. */
  readonly refuseTls?: ((socket: Socket, within: Within) => void) | undefined;
}

/**
 * Detects the protocol of a connection that was opened for a host, and passes the connection to its
 * handler.
 */
export async function openInside(
  socket: Socket,
  aim: Aim,
  { deps, acceptHttp, acceptTls, refuseTls }: InsideOptions,
): Promise<void> {
  const opening = await peek(socket);
  if (opening.kind === "gone") socket.destroy();
  else if (opening.kind === "silent") endSilent(socket, aim, deps);
  else if (opening.kind === "ssh") {
    logDenied(deps, { ...aim, scheme: "https" }, refuse("not-understood", explainSsh));
    refuseSsh(socket, `Blocked by policy: ${explainSsh}.`);
  } else if (opening.kind === "http") acceptHttp(socket, { ...aim, scheme: "http" });
  else if (opening.kind === "unknown") {
    logDenied(deps, { ...aim, scheme: "https" }, refuse("not-understood", opening.explanation));
    socket.destroy();
  } else {
    const { alias, ...named } = aim;
    const host = alias !== undefined && opening.hello.serverName === alias ? alias : aim.host;
    const within = { ...named, host, scheme: "https" } as const;
    const mismatch = findMismatch(opening.hello, host);
    const decision = mismatch ?? deps.policy.decideConnection(within);
    if (decision.allowed) {
      acceptTls(socket, within, opening.hello);
      return;
    }
    logDenied(deps, within, decision);
    if (refuseTls && !mismatch) refuseTls(socket, within);
    else endWithAlert(socket, mismatch ? alerts.unrecognizedName : alerts.accessDenied);
  }
}

const silence =
  "the client sent nothing: the proxy supports only protocols in which the client begins, namely HTTP and TLS";

/**
 * Closes a connection on which the client sent nothing. On the ports of HTTP, clients also open
 * connections that they do not use, which is not a denial.
 */
function endSilent(socket: Socket, aim: Aim, deps: ProxyDeps): void {
  if (aim.port !== 80 && aim.port !== 443)
    logDenied(deps, { ...aim, scheme: "https" }, refuse("not-understood", silence));
  socket.destroy();
}

export function logDenied(deps: Pick<ProxyDeps, "log">, within: Within, denial: Denial): void {
  const { scheme, host, port, way } = within;
  const protocol = scheme === "https" ? "tls" : "http/1.1";
  const asked = { kind: "connection", scheme, host, port, way, protocol } as const;
  new OpenEntry(deps.log, asked, denial).close({});
}

/**
 * Returns a denial if the server name in the ClientHello is not the host. If the host is an
 * address, the ClientHello has no name (RFC 6066).
 */
function findMismatch({ serverName }: ClientHello, host: string): Denial | undefined {
  if (serverName === undefined) {
    if (isIP(host) !== 0) return;
    return refuse(
      "name-mismatch",
      `the connection is for ${host}, but its TLS hello does not have a server name`,
    );
  }
  const named = isIP(serverName) === 0 ? parseHost(serverName) : serverName;
  if (named === host) return;
  const other = named ?? "an invalid host";
  return refuse("name-mismatch", `the connection is for ${host}, but its TLS hello names ${other}`);
}
