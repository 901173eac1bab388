import type { Socket as DatagramSocket } from "node:dgram";
import type { Server, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Policy } from "../rules/policy.ts";
import { attempt, contain } from "./contain.ts";
import { containServer } from "./contain-server.ts";
import { parseAuthority, parseHost } from "./authority.ts";
import type { BudgetGate } from "./budget-gate.ts";
import type { Credentials } from "./credential-source.ts";
import { answerConnect } from "./http1/answer-connect.ts";
import { createHttp1Server } from "./http1/http1-server.ts";
import { acceptSession } from "./http2/accept-session.ts";
import { createIntercept, type Issued } from "./inside/intercept.ts";
import type { InsideOptions } from "./inside/open-inside.ts";
import { acceptCaptured } from "./inside/accept-captured.ts";
import { createRefuseInside } from "./inside/refuse-inside.ts";
import { tunnel } from "./inside/tunnel.ts";
import { answerNames } from "./names/answer-names.ts";
import { endConnection, logFault } from "./log-fault.ts";
import { createNames } from "./names/names.ts";
import { createProviderServer, type Provider } from "./provider/provider-server.ts";
import type { ProxyDeps, Within } from "./proxy-deps.ts";
import { createSocketSet, type SocketSet } from "./socket-set.ts";
import type { Resolve } from "./upstream/dial.ts";
import { createUpstream } from "./upstream/upstream.ts";

export interface ProxyOptions {
  readonly policy: Policy;
  /** Called with each decision when its outcome is known; for a denial, this is immediately. */
  readonly log: (entry: LogEntry) => void;
  /**
   * Returns a certificate for a host, issued by the session CA; undefined if connections are not
   * intercepted.
   */
  readonly issue?: (host: string) => Issued;
  readonly resolves: readonly Resolve[];
  /** PEM certificates that are trusted in addition to Node's roots. */
  readonly upstreamRoots?: readonly string[];
  /** `http:` or `https:` URL, with user and password if required. */
  readonly upstreamProxy?: URL;
  /** Time that an origin has to send the headers of a response. */
  readonly headersTimeoutMs?: number;
  /** Maximum number of bytes to log of each body; undefined if bodies are not logged. */
  readonly bodyLimit?: number;
  readonly credentials?: Credentials;
  readonly budget?: BudgetGate;
  /** Contact for readers of a denial: `Jane, or #agents`. */
  readonly whomToAsk?: string;
}

/**
 * The proxy that the command connects to. It does not open ports itself; the caller passes
 * listening sockets.
 */
export interface Proxy {
  /** Serves the port that the proxy environment variables name. */
  readonly serve: (server: Server) => void;
  /** Serves a port for captured connections, at the addresses that `answerNames` returns. */
  readonly serveCaught: (server: Server, port: number) => void;
  /**
   * Answers DNS queries. The answer for any name is an address that the proxy assigned to it, never
   * the real address.
   */
  readonly answerNames: (socket: DatagramSocket) => void;
  /** Serves the API sidecar's port. */
  readonly serveProvider: (server: Server, provider: Provider) => void;
  /** Closes all connections and passed sockets. Resolves after all connections have been logged. */
  readonly close: () => Promise<void>;
}

export function startProxy(options: ProxyOptions): Proxy {
  const { policy, log, whomToAsk, resolves, bodyLimit, credentials, budget } = options;
  const onFault = (error: unknown) => logFault({ log }, error);
  const sockets = createSocketSet(onFault);
  const upstream = createUpstream({ ...options, resolves: resolves.map(canonical), sockets });
  const deps: ProxyDeps = { policy, log, upstream, whomToAsk, bodyLimit, credentials, budget };
  budget?.onExpired(() => sockets.destroyOpen());
  const { http1, inside, refuseInside } = createInside(options, { deps, sockets });
  const names = createNames();
  const open = new Set<{ close: () => unknown }>([http1, ...(refuseInside ? [refuseInside] : [])]);
  const accept = (server: Server, accept: (socket: Socket) => void) => {
    open.add(server);
    containServer(server, onFault);
    server.on("connection", (socket) => accept(prepare(sockets.add(socket))));
  };
  return {
    serve: (server) => accept(server, (socket) => http1.accept(socket)),
    serveCaught: (server, port) =>
      accept(server, (socket) => acceptCaptured(socket, { deps, names, port, ...inside })),
    answerNames: (socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      answerNames(contain(socket, onFault), names);
    },
    serveProvider: (server, provider) => {
      const sidecar = createProviderServer(provider, deps);
      open.add(sidecar);
      accept(server, (socket) => sidecar.emit("connection", socket));
    },
    close: async () => {
      for (const one of open) one.close();
      await Promise.all([sockets.close(), upstream.close()]);
      // Streams and pending connections close, and are logged, shortly after their sockets.
      await nextTurn();
    },
  };
}

/**
 * Creates the handlers for the proxy's own port, and for the connections that are opened through
 * the proxy.
 */
function createInside(
  { issue }: Pick<ProxyOptions, "issue">,
  { deps, sockets }: { deps: ProxyDeps; sockets: SocketSet },
) {
  const refuseInside = issue && createRefuseInside({ deps, issue, sockets });
  const http1 = createHttp1Server({
    deps,
    onConnect: (message, socket, head) => {
      void attempt(
        () => answerConnect({ message, socket, head }, { deps, inside, refuseInside }),
        endConnection(socket, deps),
      );
    },
  });
  const acceptHttp: InsideOptions["acceptHttp"] = (socket, within) => http1.accept(socket, within);
  const acceptHttp2 = (socket: TLSSocket, within: Within) =>
    acceptSession(socket, { deps, within });
  const intercept =
    issue && createIntercept({ deps, issue, sockets, acceptHttp1: acceptHttp, acceptHttp2 });
  const acceptTls: InsideOptions["acceptTls"] = (socket, within) => {
    if (intercept && deps.policy.intercepts(within)) intercept(socket, within);
    else tunnel(socket, within, { deps });
  };
  const inside = { acceptHttp, acceptTls, refuseTls: refuseInside?.acceptTls };
  return { http1, inside, refuseInside };
}

function prepare(socket: Socket): Socket {
  socket.allowHalfOpen = true;
  return socket.setNoDelay(true);
}

/** Normalizes the host of `--resolve` in the same way as hosts in rules and requests. */
function canonical(resolve: Resolve): Resolve {
  const host = parseHost(resolve.host) ?? parseAuthority(`[${resolve.host}]`)?.host;
  return { ...resolve, host: host ?? resolve.host };
}
