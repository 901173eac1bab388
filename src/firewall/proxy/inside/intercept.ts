import type { Socket } from "node:net";
import type { Server, TLSSocket } from "node:tls";
import { containServer } from "../contain-server.ts";
import { logFault } from "../log-fault.ts";
import type { ProxyDeps, Within } from "../proxy-deps.ts";
import { createRecent } from "../recent.ts";
import type { SocketSet } from "../socket-set.ts";
import { alerts, endWithAlert } from "./tls-alert.ts";
import { openTunnelEntry } from "./tunnel.ts";
import { tls } from "../../../shared/node-network.ts";

/** A key and a certificate chain, both as PEM. */
export interface Issued {
  readonly key: string;
  readonly cert: string;
}

export interface InterceptOptions {
  readonly deps: Pick<ProxyDeps, "log" | "policy">;
  readonly issue: (host: string) => Issued;
  readonly sockets: SocketSet;
  readonly acceptHttp1: (socket: TLSSocket, within: Within) => void;
  /** If undefined, clients can only use HTTP/1.1. */
  readonly acceptHttp2?: (socket: TLSSocket, within: Within) => void;
}

const mostServers = 512;
const handshakeTimeoutMs = 20_000;

/**
 * Creates a function that terminates TLS with a session certificate for the host, and passes on the
 * decrypted connection. Each host has its own server, so the handshake does not need to wait for a
 * certificate.
 */
export function createIntercept(options: InterceptOptions) {
  const servers = createRecent<Server>(mostServers);
  const serverFor = (within: Within) => {
    const key = `${within.way} ${within.host}:${within.port}`;
    const known = servers.get(key);
    if (known) return known;
    const server = createHostServer(within, options);
    servers.set(key, server);
    return server;
  };
  return (socket: Socket, within: Within): void => {
    try {
      serverFor(within).emit("connection", socket);
    } catch {
      logFailure(options.deps, within, "could not create a certificate for the host");
      endWithAlert(socket, alerts.internalError);
    }
  };
}

function createHostServer(within: Within, options: InterceptOptions): Server {
  const { deps, issue, sockets, acceptHttp1, acceptHttp2 } = options;
  // Only the HTTP/1.1 code adds credentials, so that one path is reviewed, tested and trusted.
  const offersHttp2 = acceptHttp2 && deps.policy.credentialsOf(within.host).length === 0;
  const server = tls.createServer({
    ...issue(within.host),
    ALPNProtocols: [...(offersHttp2 ? ["h2"] : []), "http/1.1"],
    minVersion: "TLSv1.2",
    handshakeTimeout: handshakeTimeoutMs,
    noDelay: true,
  });
  containServer(server, (error) => logFault(deps, error, within));
  server.on("secureConnection", (socket) => {
    sockets.add(socket);
    if (offersHttp2 && socket.alpnProtocol === "h2") acceptHttp2(socket, within);
    else acceptHttp1(socket, within);
  });
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    socket.destroy();
    logFailure(deps, within, explain(error));
  });
  return server;
}

function logFailure(
  deps: Pick<ProxyDeps, "log" | "policy">,
  within: Within,
  failure: string,
): void {
  openTunnelEntry(deps, within, deps.policy.decideConnection(within)).close({ failure });
}

function explain({ code = "", message }: NodeJS.ErrnoException): string {
  const isDistrust = /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)/.test(code);
  if (isDistrust || /alert (?:unknown ca|bad certificate|certificate unknown)/.test(message)) {
    return "the client does not trust the session's certificate: it pins a different certificate, or does not know the session CA";
  }
  return "the client aborted the TLS handshake";
}
