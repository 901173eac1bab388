import type { Socket } from "node:net";
import type { Pool } from "undici";
import { dial, type Origin, type Resolve } from "./dial.ts";
import { createOriginPools } from "./origin-pools.ts";
import { createOriginSessions, type OriginSession } from "./origin-sessions.ts";
import { secure, shareContext } from "./secure.ts";
import type { SocketSet } from "../socket-set.ts";

export interface UpstreamOptions {
  readonly resolves: readonly Resolve[];
  readonly upstreamRoots?: readonly string[] | undefined;
  readonly upstreamProxy?: URL | undefined;
  /** See `Upstream`. */
  readonly headersTimeoutMs?: number | undefined;
  /** All upstream sockets, so that they are closed with the proxy. */
  readonly sockets: SocketSet;
}

/**
 * All connections from the proxy to origins. Each function may reject with an error for
 * `explainFailure`.
 */
export interface Upstream {
  /** Time that an origin has to send the headers of a response. */
  readonly headersTimeoutMs: number;
  dial(origin: Origin): Promise<Socket>;
  /** Opens a TCP connection, with TLS if the origin's scheme is https. */
  connect(origin: Origin, protocols: readonly string[]): Promise<Socket>;
  pool(origin: Origin): Pool | Promise<Pool>;
  /** Returns an HTTP/2 session; undefined if the origin does not support HTTP/2. */
  session(origin: Origin): Promise<OriginSession | undefined>;
  close(): Promise<void>;
}

/**
 * 15 minutes, because a model's response can take a long time. A client that does not want to wait
 * can disconnect.
 */
const usualHeadersTimeoutMs = 900_000;

export function createUpstream({
  sockets,
  upstreamRoots,
  headersTimeoutMs = usualHeadersTimeoutMs,
  ...options
}: UpstreamOptions): Upstream {
  const context = shareContext(upstreamRoots);
  const open = async (origin: Origin) => sockets.add(await dial(origin, { ...options, context }));
  const connect = async (origin: Origin, protocols: readonly string[]) => {
    const socket = await open(origin);
    if (origin.scheme === "http") return socket;
    return sockets.add(await secure(socket, origin, { context: context(), protocols }));
  };
  const pools = createOriginPools((origin) => connect(origin, ["http/1.1"]), headersTimeoutMs);
  const sessions = createOriginSessions(
    (origin) => connect(origin, ["h2", "http/1.1"]),
    headersTimeoutMs,
  );
  return {
    headersTimeoutMs,
    dial: open,
    connect,
    pool: (origin) => pools.known(origin) ?? pools.get(origin),
    session: (origin) => sessions.get(origin),
    close: async () => {
      sessions.close();
      await pools.close();
    },
  };
}
