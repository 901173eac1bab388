import type { Socket as DatagramSocket } from "node:dgram";
import type { Server, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Policy } from "../rules/policy.ts";
import { attempt, contain } from "./contain.ts";
import { containServer } from "./contain-server.ts";
import { parseAuthority, parseHost } from "./authority.ts";
import { answerConnect } from "./http1/answer-connect.ts";
import { createHttp1Server } from "./http1/http1-server.ts";
import { acceptSession } from "./http2/accept-session.ts";
import { createIntercept, type Issued } from "./inside/intercept.ts";
import type { InsideOptions } from "./inside/open-inside.ts";
import { acceptCaptured } from "./inside/accept-captured.ts";
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
  /** Told of each decision when it is over; of a denial at once. */
  readonly log: (entry: LogEntry) => void;
  /** A certificate for a host, by the session's CA. Where it is absent, nothing is intercepted. */
  readonly issue?: (host: string) => Issued;
  readonly resolves: readonly Resolve[];
  /** PEM, besides the roots that Node brings. */
  readonly upstreamRoots?: readonly string[];
  /** `http:` or `https:`, with user and password where it asks for them. */
  readonly upstreamProxy?: URL;
  /** For the one who reads a denial: `Jane, or #agents`. */
  readonly whomToAsk?: string;
}

/** What the agent speaks with. It listens on nothing: whoever has the sockets hands them over. */
export interface Proxy {
  /** The port that the proxy variables name. */
  readonly serve: (server: Server) => void;
  /** A port that tools dial who know no proxy, at the addresses that `answerNames` gives out. */
  readonly serveCaught: (server: Server, port: number) => void;
  /** DNS: an address for every name, none of them the name's own. */
  readonly answerNames: (socket: DatagramSocket) => void;
  /** The API sidecar. */
  readonly serveProvider: (server: Server, provider: Provider) => void;
  /** Ends every connection, and closes what was handed over. The log has been told of all of them then. */
  readonly close: () => Promise<void>;
}

export function startProxy(options: ProxyOptions): Proxy {
  const { policy, log, whomToAsk, resolves, upstreamRoots, upstreamProxy } = options;
  const onFault = (error: unknown) => logFault({ log }, error);
  const sockets = createSocketSet(onFault);
  const upstream = createUpstream({
    resolves: resolves.map(canonical),
    upstreamRoots,
    upstreamProxy,
    sockets,
  });
  const deps: ProxyDeps = { policy, log, upstream, whomToAsk };
  const { http1, inside } = createInside(options, { deps, sockets });
  const names = createNames();
  const open = new Set<{ close: () => unknown }>([http1]);
  const accept = (server: Server, take: (socket: Socket) => void) => {
    open.add(server);
    containServer(server, onFault);
    server.on("connection", (socket) => take(prepare(sockets.add(socket))));
  };
  return {
    serve: (server) => accept(server, (socket) => http1.take(socket)),
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
      // Streams, and who waits for a connection, hear of its end a moment after it; until then they are not in the log.
      await nextTurn();
    },
  };
}

/** Who takes what is spoken on the proxy's own port, and inside the connections that go by it. */
function createInside(
  { issue }: Pick<ProxyOptions, "issue">,
  { deps, sockets }: { deps: ProxyDeps; sockets: SocketSet },
) {
  const isIntercepting = issue !== undefined;
  const http1 = createHttp1Server({
    deps,
    onConnect: (message, socket, head) => {
      void attempt(
        () => answerConnect({ message, socket, head }, { deps, inside, isIntercepting }),
        endConnection(socket, deps),
      );
    },
  });
  const acceptHttp: InsideOptions["acceptHttp"] = (socket, within) => http1.take(socket, within);
  const acceptHttp2 = (socket: TLSSocket, within: Within) =>
    acceptSession(socket, { deps, within });
  const acceptTls: InsideOptions["acceptTls"] = issue
    ? createIntercept({ deps, issue, sockets, acceptHttp1: acceptHttp, acceptHttp2 })
    : (socket, within) => tunnel(socket, within, { deps });
  const inside = { acceptHttp, acceptTls };
  return { http1, inside };
}

/** What the proxy asks of every connection from inside, whoever listened for it. */
function prepare(socket: Socket): Socket {
  socket.allowHalfOpen = true;
  return socket.setNoDelay(true);
}

/** Rules and requests name hosts in one spelling. */
function canonical(resolve: Resolve): Resolve {
  const host = parseHost(resolve.host) ?? parseAuthority(`[${resolve.host}]`)?.host;
  return { ...resolve, host: host ?? resolve.host };
}
