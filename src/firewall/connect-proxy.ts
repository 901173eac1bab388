import type { FirewallRun } from "./firewall-run.ts";
import type { LogEntry } from "./log/log-entry.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import type { SessionParts } from "./session-parts.ts";

/** The proxy of one session, before and after it has its sockets. */
export interface SessionProxy {
  /** Serves what the container listens with. */
  take(opened: Pick<OpenedContainer, "servers" | "names">): void;
  close(): Promise<void>;
}

/** Loads the proxy and makes it of the session's parts. @param log hears each decision */
export async function connectProxy(
  { settings, policy }: FirewallRun,
  { places, trust, provider, roots }: SessionParts,
  log: (entry: LogEntry) => void,
): Promise<SessionProxy> {
  const { startProxy } = await import("./proxy/start-proxy.ts");
  const proxy = startProxy({
    policy,
    log,
    resolves: settings.resolve,
    ...(trust && { issue: trust.issue }),
    ...(roots.length > 0 && { upstreamRoots: roots }),
    ...(settings.upstreamProxy && { upstreamProxy: settings.upstreamProxy }),
  });
  return {
    take({ servers, names }) {
      for (const [port, server] of servers) {
        if (port === places.proxyPort) proxy.serve(server);
        else if (provider && port === places.providerPort) proxy.serveProvider(server, provider);
        else proxy.serveCaught(server, port);
      }
      if (names) proxy.answerNames(names);
    },
    close: () => proxy.close(),
  };
}
