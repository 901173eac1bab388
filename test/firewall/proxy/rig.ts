import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { LogEntry } from "../../../src/firewall/log/logged-decision.ts";
import {
  startProxy,
  type Proxy,
  type ProxyOptions,
} from "../../../src/firewall/proxy/start-proxy.ts";
import { fakePolicy, type FakeRules } from "./fake-policy.ts";

export interface RunningProxy {
  readonly proxy: Proxy;
  readonly port: number;
  readonly url: string;
  readonly log: LogEntry[];
  /** Waits for the next log entry that matches. */
  readonly logged: (matches: (entry: LogEntry) => boolean) => Promise<LogEntry>;
}

export type RigOptions = FakeRules & Partial<Omit<ProxyOptions, "log">>;

/** Runs a proxy on a port of this machine until the test ends. */
export async function runProxy({ hosts, urls, ...options }: RigOptions): Promise<RunningProxy> {
  const log: LogEntry[] = [];
  const waiting = new Set<() => void>();
  const isIntercepting = options.issue !== undefined;
  const proxy = startProxy({
    policy: fakePolicy({ isIntercepting, ...(hosts && { hosts }), ...(urls && { urls }) }),
    resolves: [],
    ...options,
    log: (entry) => {
      log.push(entry);
      for (const read of waiting) read();
    },
  });
  const server = createServer();
  proxy.serve(server);
  const port = await listen(server);
  onTestFinished(() => proxy.close());
  const logged = (matches: (entry: LogEntry) => boolean) =>
    new Promise<LogEntry>((resolve) => {
      const read = () => {
        const found = log.find(matches);
        if (!found) return;
        waiting.delete(read);
        resolve(found);
      };
      waiting.add(read);
      read();
    });
  return { proxy, port, url: `http://127.0.0.1:${port}`, log, logged };
}

/**
 * Listens on a free port of this machine until the test ends.
 * @returns the port
 */
export async function listen(server: Server, address = "127.0.0.1"): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.listen(0, address);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const bound = server.address();
  if (typeof bound !== "object" || !bound) throw new Error("no port");
  return bound.port;
}

/**
 * Returns the parsed value of a `--resolve` that maps a host's default port to a port of this
 * machine.
 */
export function resolveTo(host: string, port: number, toPort: number) {
  return { host, port, address: "127.0.0.1", toPort };
}
