import { isIP, type Socket } from "node:net";
import { parseHost } from "../authority.ts";
import { OpenEntry } from "../open-entry.ts";
import type { Within, ProxyDeps } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import type { ClientHello } from "./client-hello.ts";
import { peek } from "./peek.ts";
import { alerts, endWithAlert } from "./tls-alert.ts";

/** Where a connection is for, before it is known what is spoken in it. */
export type Aim = Pick<Within, "host" | "port" | "way">;

export interface InsideOptions {
  readonly deps: ProxyDeps;
  /** Takes a connection that speaks HTTP in the clear. */
  readonly acceptHttp: (socket: Socket, within: Within) => void;
  /** Takes one that speaks TLS, with the right name and allowed by the rules. */
  readonly acceptTls: (socket: Socket, within: Within, hello: ClientHello) => void;
}

/** Looks at what is spoken inside a connection that was opened for a host, and gives it to whom it belongs. */
export async function openInside(
  socket: Socket,
  aim: Aim,
  { deps, acceptHttp, acceptTls }: InsideOptions,
): Promise<void> {
  const opening = await peek(socket);
  if (opening.is === "gone") socket.destroy();
  else if (opening.is === "http") acceptHttp(socket, { ...aim, scheme: "http" });
  else if (opening.is === "unknown") {
    logDenied(deps, { ...aim, scheme: "https" }, refuse("not-understood", opening.because));
    socket.destroy();
  } else {
    const within = { ...aim, scheme: "https" } as const;
    const mismatch = findMismatch(opening.hello, aim.host);
    const decision = mismatch ?? deps.policy.decideConnection(within);
    if (decision.allowed) {
      acceptTls(socket, within, opening.hello);
      return;
    }
    logDenied(deps, within, decision);
    endWithAlert(socket, mismatch ? alerts.unrecognizedName : alerts.accessDenied);
  }
}

export function logDenied(deps: Pick<ProxyDeps, "log">, within: Within, denial: Denial): void {
  const { scheme, host, port, way } = within;
  const protocol = scheme === "https" ? "tls" : "http/1.1";
  const asked = { kind: "connection", scheme, host, port, way, protocol } as const;
  new OpenEntry(deps.log, asked, denial).close({});
}

/** The name in the hello must be the host; an address stands in no hello (RFC 6066). */
function findMismatch({ serverName }: ClientHello, host: string): Denial | undefined {
  if (serverName === undefined) {
    if (isIP(host) !== 0) return;
    return refuse(
      "name-mismatch",
      `the connection is for ${host}, its TLS hello has no server name`,
    );
  }
  const named = isIP(serverName) === 0 ? parseHost(serverName) : serverName;
  if (named === host) return;
  const other = named ?? "something that is no host";
  return refuse("name-mismatch", `the connection is for ${host}, its TLS hello names ${other}`);
}
