import type { Socket } from "node:net";
import type { Pool } from "undici";
import type { Origin } from "./dial.ts";
import { NotConnected } from "./not-connected.ts";
import { keyOf } from "./origin-key.ts";
import { attempt } from "../contain.ts";
import { createRecent } from "../recent.ts";

const mostOrigins = 256;
const longestHeaders = 65_536;

/** Manages one pool of HTTP/1.1 connections per origin. Only `connect` opens these connections. */
export function createOriginPools(
  connect: (origin: Origin) => Promise<Socket>,
  headersTimeoutMs: number,
) {
  const pools = createRecent<Pool>(mostOrigins, (pool) => void pool.close());
  // The import takes 28 ms, so it is delayed until the first request. By then, the
  // command is already running.
  let loading: Promise<typeof Pool> | undefined;
  return {
    /**
     * Returns an existing pool without a promise, because most requests go to an origin that
     * already has a pool.
     */
    known: (origin: Origin): Pool | undefined => pools.get(keyOf(origin)),
    async get(origin: Origin): Promise<Pool> {
      const key = keyOf(origin);
      const PoolOfPackage = await (loading ??= loadPool());
      const pool =
        pools.get(key) ??
        createPool(PoolOfPackage, { connect: () => connect(origin), headersTimeoutMs });
      pools.set(key, pool);
      return pool;
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

async function loadPool(): Promise<typeof Pool> {
  // @ts-expect-error The package has types only for its main entry, which loads twice as much.
  const loaded: unknown = await import("undici/lib/dispatcher/pool.js");
  if (!containsPool(loaded)) throw new Error("the Pool class was not found in undici's package");
  return loaded.default;
}

function containsPool(loaded: unknown): loaded is { readonly default: typeof Pool } {
  const isModule = typeof loaded === "object" && loaded !== null && "default" in loaded;
  return isModule && typeof loaded.default === "function";
}

function createPool(
  PoolOfPackage: typeof Pool,
  { connect, headersTimeoutMs }: { connect: () => Promise<Socket>; headersTimeoutMs: number },
): Pool {
  // `connect` knows the real origin, so this name is never resolved.
  return new PoolOfPackage("http://origin.invalid", {
    pipelining: 1,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: 0,
    maxHeaderSize: longestHeaders,
    connect: (_options, give) => {
      void attempt(
        async () => give(null, await connect()),
        (cause) => give(new NotConnected("not connected", { cause }), null),
      );
    },
  });
}
