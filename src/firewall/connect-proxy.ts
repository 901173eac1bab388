import type { Socket as DatagramSocket } from "node:dgram";
import type { Server, Socket } from "node:net";
import type { FirewallRun } from "./firewall-run.ts";
import type { LogEntry } from "./log/logged-decision.ts";
import { contain } from "./proxy/contain.ts";
import type { Proxy } from "./proxy/start-proxy.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import type { SessionParts } from "./session-parts.ts";

/** The proxy of one session. It is loaded when the first connection or the first question for a name comes. */
export interface SessionProxy {
  /** Serves what the container listens with. What comes while the proxy is loaded waits. */
  take(opened: Pick<OpenedContainer, "servers" | "names">): void;
  close(): Promise<void>;
}

type ProxyRun = Pick<FirewallRun, "settings" | "policy">;
type ProxyParts = Pick<SessionParts, "places" | "provider" | "trust" | "roots">;

interface Deps {
  /** Hears each decision. */
  readonly log: (entry: LogEntry) => void;
  /** Without a proxy the command must not go on. */
  readonly fail: (error: unknown) => void;
  /** Makes the proxy; our own where absent. */
  readonly start?: typeof loadProxy;
}

/** Many a command needs no network at all: it does not pay for a proxy. */
export function connectProxy(run: ProxyRun, parts: ProxyParts, deps: Deps): SessionProxy {
  const { start = loadProxy } = deps;
  let loading: Promise<Proxy> | undefined;
  const load = () => (loading ??= start(run, parts, deps.log));
  /** What the proxy has not taken yet: from then on it ends with the proxy. */
  const unserved = new Set<{ close(): unknown }>();
  return {
    take({ servers, names }) {
      for (const [port, server] of servers) {
        unserved.add(server);
        const take = async () => {
          serve(await load(), { parts, port, server });
          unserved.delete(server);
        };
        serveLater(server, take, deps);
      }
      if (!names) return;
      unserved.add(names);
      const take = async () => {
        (await load()).answerNames(names);
        unserved.delete(names);
      };
      answerLater(names, take, deps.fail);
    },
    async close() {
      // One that could not be loaded has been told by then.
      const proxy = await loading?.catch(() => undefined);
      await proxy?.close();
      for (const one of unserved) one.close();
      unserved.clear();
    },
  };
}

function serve(
  proxy: Proxy,
  { parts, port, server }: { parts: ProxyParts; port: number; server: Server },
): void {
  const { places, provider } = parts;
  if (port === places.proxyPort) proxy.serve(server);
  else if (provider && port === places.providerPort) proxy.serveProvider(server, provider);
  else proxy.serveCaught(server, port);
}

function serveLater(server: Server, start: () => Promise<void>, { log, fail }: Deps): void {
  const waiting: Socket[] = [];
  const wait = (socket: Socket) => {
    contain(socket, (error) => {
      socket.destroy();
      import("./proxy/log-fault.ts").then(({ logFault }) => logFault({ log }, error), fail);
    });
    if (waiting.push(socket) > 1) return;
    start().then(() => {
      server.off("connection", wait);
      for (const one of waiting) server.emit("connection", one);
    }, fail);
  };
  server.on("connection", wait);
}

function answerLater(names: DatagramSocket, start: () => Promise<void>, fail: Deps["fail"]): void {
  const waiting: unknown[][] = [];
  const wait = (...question: unknown[]) => {
    if (waiting.push(question) > 1) return;
    start().then(() => {
      names.off("message", wait);
      for (const one of waiting) names.emit("message", ...one);
    }, fail);
  };
  names.on("message", wait);
}

async function loadProxy(
  { settings, policy }: ProxyRun,
  { trust, roots }: ProxyParts,
  log: (entry: LogEntry) => void,
): Promise<Proxy> {
  const { startProxy } = await import("./proxy/start-proxy.ts");
  return startProxy({
    policy,
    log,
    resolves: settings.resolve,
    ...(trust && { issue: trust.issue }),
    ...(roots.length > 0 && { upstreamRoots: roots }),
    ...(settings.contact !== undefined && { whomToAsk: settings.contact }),
    ...(settings.upstreamProxy && { upstreamProxy: settings.upstreamProxy }),
  });
}
