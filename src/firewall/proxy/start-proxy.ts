import type { Server, Socket } from "node:net";
import type { LogEntry } from "../log/log-entry.ts";
import type { Policy } from "../rules/policy.ts";
import { parseAuthority, parseHost } from "./authority.ts";
import { answerConnect } from "./http1/answer-connect.ts";
import { createHttp1Server } from "./http1/http1-server.ts";
import { takeSession } from "./http2/take-session.ts";
import { createIntercept, type Issued } from "./inside/intercept.ts";
import { type InsideOptions } from "./inside/open-inside.ts";
import { tunnel } from "./inside/tunnel.ts";
import type { ProxyDeps } from "./proxy-deps.ts";
import { createSocketSet } from "./socket-set.ts";
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
  serve(server: Server): void;
  close(): Promise<void>;
}

export function startProxy(options: ProxyOptions): Proxy {
  const sockets = createSocketSet();
  const { resolves, upstreamRoots, upstreamProxy } = options;
  const upstream = createUpstream({
    resolves: resolves.map(canonical),
    upstreamRoots,
    upstreamProxy,
    sockets,
  });
  const { policy, log, whomToAsk } = options;
  const deps: ProxyDeps = { policy, log, upstream, whomToAsk };
  const { issue } = options;
  const http1 = createHttp1Server({
    deps,
    onConnect: (message, socket, head) => {
      const isIntercepting = issue !== undefined;
      void answerConnect({ message, socket, head }, { deps, inside, isIntercepting });
    },
  });
  const takeHttp: InsideOptions["takeHttp"] = (socket, within) => http1.take(socket, within);
  const takeTls: InsideOptions["takeTls"] = issue
    ? createIntercept({
        deps,
        issue,
        sockets,
        takeHttp1: takeHttp,
        takeHttp2: (socket, within) => takeSession(socket, { deps, within }),
      })
    : (socket, within) => void tunnel(socket, within, { deps });
  const inside = { takeHttp, takeTls };
  const servers = new Set<Server>();
  return {
    serve: (server) => {
      servers.add(server);
      server.on("connection", (socket) => http1.take(accept(socket, sockets.add)));
    },
    close: async () => {
      for (const server of servers) server.close();
      sockets.close();
      http1.close();
      await upstream.close();
    },
  };
}

/** What the proxy asks of every connection from inside, whoever listened for it. */
function accept(socket: Socket, add: (socket: Socket) => Socket): Socket {
  socket.allowHalfOpen = true;
  socket.setNoDelay(true);
  return add(socket);
}

/** Rules and requests name hosts in one spelling. */
function canonical(resolve: Resolve): Resolve {
  const host = parseHost(resolve.host) ?? parseAuthority(`[${resolve.host}]`)?.host;
  return { ...resolve, host: host ?? resolve.host };
}
