import type { Socket as DatagramSocket } from "node:dgram";
import type { Server, Socket } from "node:net";
import type { Minter } from "./ask-minter.ts";
import type { FirewallRun } from "./firewall-run.ts";
import type { LogEntry } from "./log/logged-decision.ts";
import type { BudgetGate } from "./proxy/budget-gate.ts";
import { contain } from "./proxy/contain.ts";
import type { Credentials } from "./proxy/credential-source.ts";
import type { Proxy } from "./proxy/start-proxy.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import type { SessionParts } from "./session-parts.ts";

/** The proxy of one session. Its code is loaded on the first connection or name query. */
export interface SessionProxy {
  /** Serves the container's sockets. Connections wait until the proxy is loaded. */
  serveAll(opened: Pick<OpenedContainer, "servers" | "names">): void;
  close(): Promise<void>;
}

type ProxyRun = Pick<FirewallRun, "settings" | "policy" | "env" | "minter">;
interface ProxyParts extends Pick<SessionParts, "locations" | "provider" | "trust" | "roots"> {
  /** Undefined without a budget. */
  readonly budget?: BudgetGate | undefined;
}

interface Deps {
  /** Called for each decision of the proxy. */
  readonly log: (entry: LogEntry) => void;
  /** Called if the proxy fails. The command must not continue without the proxy. */
  readonly fail: (error: unknown) => void;
  /** Creates the proxy; undefined for the default. */
  readonly start?: typeof loadProxy;
}

/** Loads the proxy on demand, because many commands do not use the network. */
export function connectProxy(run: ProxyRun, parts: ProxyParts, deps: Deps): SessionProxy {
  const { start = loadProxy } = deps;
  let loading: Promise<Proxy> | undefined;
  const load = () => (loading ??= start(run, parts, deps.log));
  /**
   * Sockets that the proxy does not serve yet. Once the proxy serves a socket, the proxy also
   * closes it.
   */
  const unserved = new Set<{ close(): unknown }>();
  return {
    serveAll({ servers, names }) {
      for (const [port, server] of servers) {
        unserved.add(server);
        const serveAll = async () => {
          serve(await load(), { parts, port, server });
          unserved.delete(server);
        };
        serveLater(server, serveAll, deps);
      }
      if (!names) return;
      unserved.add(names);
      const serveAll = async () => {
        (await load()).answerNames(names);
        unserved.delete(names);
      };
      answerLater(names, serveAll, deps.fail);
    },
    async close() {
      // If loading failed, the error was already reported.
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
  const { locations, provider } = parts;
  if (port === locations.proxyPort) proxy.serve(server);
  else if (provider && port === locations.providerPort) proxy.serveProvider(server, provider);
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
  { settings, policy, env, minter }: ProxyRun,
  { trust, roots, budget }: ProxyParts,
  log: (entry: LogEntry) => void,
): Promise<Proxy> {
  const { startProxy } = await import("./proxy/start-proxy.ts");
  const credentials = settings.credentials.length > 0 && (await loadStore(env, minter));
  return startProxy({
    policy,
    log,
    ...(credentials && { credentials }),
    ...(budget && { budget }),
    resolves: settings.resolve,
    ...(trust && { issue: trust.issue }),
    ...(roots.length > 0 && { upstreamRoots: roots }),
    ...(settings.logBodies !== undefined && { bodyLimit: settings.logBodies }),
    ...(settings.contact !== undefined && { whomToAsk: settings.contact }),
    ...(settings.upstreamProxy && { upstreamProxy: settings.upstreamProxy }),
  });
}

/** Loads the code of credentials only if a rule adds one. */
async function loadStore(env: NodeJS.ProcessEnv, minter: Minter | undefined): Promise<Credentials> {
  const { createCredentialStore, refuseToMint } = await import("./credential-store.ts");
  return createCredentialStore({ env, mint: minter?.mint ?? refuseToMint, now: Date.now });
}
