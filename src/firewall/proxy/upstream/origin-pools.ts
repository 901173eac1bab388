import type { Socket } from "node:net";
import type { Pool } from "undici";
import type { Origin } from "./dial.ts";
import { NotConnected } from "./not-connected.ts";
import { keyOf } from "./origin-key.ts";
import { attempt } from "../contain.ts";
import { createRecent } from "../recent.ts";

const mostOrigins = 256;
/** An answer may take as long as a model thinks; whoever waits for it goes when it has waited enough. */
const headersTimeoutMs = 900_000;
const longestHeaders = 65_536;

/** A pool of HTTP/1.1 connections for each origin, opened by `connect` alone. */
export function createOriginPools(connect: (origin: Origin) => Promise<Socket>) {
  const pools = createRecent<Pool>(mostOrigins, (pool) => void pool.close());
  // Its import takes 28 ms: not before the first request, when the command has started long ago.
  let loading: Promise<typeof Pool> | undefined;
  return {
    /** The pool, where there is one: most requests go to an origin that was asked before. */
    known: (origin: Origin): Pool | undefined => pools.get(keyOf(origin)),
    async get(origin: Origin): Promise<Pool> {
      const key = keyOf(origin);
      const PoolOfPackage = await (loading ??= loadPool());
      const pool = pools.get(key) ?? createPool(PoolOfPackage, () => connect(origin));
      pools.set(key, pool);
      return pool;
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

async function loadPool(): Promise<typeof Pool> {
  // @ts-expect-error The package types its main entry only, which loads twice as much.
  const loaded: unknown = await import("undici/lib/dispatcher/pool.js");
  if (!holdsPool(loaded)) throw new Error("undici has its pool elsewhere");
  return loaded.default;
}

function holdsPool(loaded: unknown): loaded is { readonly default: typeof Pool } {
  const isModule = typeof loaded === "object" && loaded !== null && "default" in loaded;
  return isModule && typeof loaded.default === "function";
}

function createPool(PoolOfPackage: typeof Pool, connect: () => Promise<Socket>): Pool {
  // What it dials, `connect` knows; the name here is never looked up.
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
