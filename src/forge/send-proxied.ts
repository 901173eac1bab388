import { BlockList, isIP } from "node:net";
import type { Dispatcher, Pool } from "undici";
import type { SendOnce } from "./one-request.ts";
import { parseAddress } from "./parse-address.ts";
import { readBody } from "./read-body.ts";

interface ProxyRequest {
  readonly proxy: string;
  readonly noProxy: string;
  /** Time limit for the proxy's response; 10 seconds by default. */
  readonly connectMilliseconds?: number;
}

/**
 * Creates a transport that uses a proxy, which Node's own requests do not support.
 * @param noProxy hosts that are reached directly
 */
export function createSendProxied({
  direct,
  ...wanted
}: ProxyRequest & { readonly direct: SendOnce }): SendOnce {
  let opened: Promise<SendOnce> | undefined;
  return async (request) => {
    if (isInRange(request.address.hostname, wanted.noProxy)) return direct(request);
    const send = await (opened ??= openProxied(wanted));
    return send(request);
  };
}

/**
 * Returns whether a host is in an address range of NO_PROXY, such as 10.0.0.0/8. The forge CLI
 * supports ranges, but undici does not.
 */
function isInRange(hostname: string, noProxy: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(address);
  if (family === 0) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const ranges = new BlockList();
  for (const range of noProxy.split(",")) {
    const [, network = "", bits] = /^\s*(.+)\/(\d+)\s*$/.exec(range) ?? [];
    const isRange = isIP(network) === family && Number(bits) <= (family === 4 ? 32 : 128);
    if (isRange) ranges.addSubnet(network, Number(bits), type);
  }
  return ranges.check(address, type);
}

async function openProxied({
  proxy,
  noProxy,
  connectMilliseconds = 10_000,
}: ProxyRequest): Promise<SendOnce> {
  // In a bundle, a CommonJS package that is imported dynamically does not have named exports.
  const { default: undici } = await import("undici");
  const { isWanted, whileWanted } = countWaiting();
  // Explicit options override the proxy variables in the process's environment.
  const dispatcher = new undici.EnvHttpProxyAgent({
    httpsProxy: requireProxy(proxy),
    httpProxy: "",
    noProxy: noProxy.trim(),
    clientFactory: (origin, options) =>
      limitProxy(new undici.Pool(origin, { ...options, headersTimeout: connectMilliseconds }), {
        connectMilliseconds,
        isWanted,
      }),
  });
  return async ({ address: to, method, headers, body, signal, sending }) => {
    signal.throwIfAborted();
    // Invalid header values throw here, before anything is sent.
    const carried = new undici.Headers(headers);
    const init = { method, headers: carried, signal, ...(body !== undefined && { body }) };
    sending?.();
    return whileWanted(async () => {
      const response = await undici.fetch(to, { ...init, redirect: "manual", dispatcher });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: response.body ? await readBody(response.body) : "",
      };
    });
  };
}

function requireProxy(proxy: string): string {
  const address = parseAddress(proxy.includes("://") ? proxy : `http://${proxy}`);
  if (address && /^https?:$/.test(address.protocol)) return address.href;
  throw new Error("HTTPS_PROXY is not a valid proxy address; example: http://proxy.example:3128");
}

/** Counts pending requests, and provides a signal that aborts when no request is pending. */
function countWaiting() {
  let waiting = 0;
  let wanted = new AbortController();
  return {
    isWanted: () => wanted.signal,
    whileWanted: async <T>(work: () => Promise<T>): Promise<T> => {
      waiting += 1;
      try {
        return await work();
      } finally {
        waiting -= 1;
        if (waiting === 0) {
          wanted.abort();
          wanted = new AbortController();
        }
      }
    },
  };
}

/**
 * Creates the connections to a proxy and treats a failed tunnel as final. Otherwise, if the proxy
 * closes the connection, undici would retry thousands of times a second, even without pending
 * requests. A proxy that does not respond could keep the process running.
 * @param limits `isWanted` returns a signal that aborts as soon as no request is pending
 */
function limitProxy(
  pool: Pool,
  limits: { readonly connectMilliseconds: number; readonly isWanted: () => AbortSignal },
): Dispatcher {
  const connect = pool.connect.bind(pool);
  const hungUp = "the proxy closed the connection";
  const words: Readonly<Record<string, string>> = {
    UND_ERR_SOCKET: hungUp,
    UND_ERR_INFO: hungUp,
    UND_ERR_HEADERS_TIMEOUT: `the proxy did not respond within ${limits.connectMilliseconds / 1000} seconds`,
  };
  const explain = (error: NodeJS.ErrnoException): never => {
    const reason = words[error.code ?? ""];
    throw reason === undefined ? error : noWay(reason);
  };
  return Object.assign(pool, {
    connect: (options: Dispatcher.ConnectOptions) =>
      connect({ ...options, signal: limits.isWanted() }).then(requireWay, explain),
  });
}

function requireWay(answer: Dispatcher.ConnectData): Dispatcher.ConnectData {
  const { statusCode, socket } = answer;
  if (statusCode === 200) return answer;
  socket.on("error", () => undefined).destroy();
  throw noWay(
    statusCode === 407
      ? "the proxy requires valid credentials (407)"
      : `the proxy responded with ${statusCode}`,
  );
}

/** Creates an error that counts as "not sent", so that a write can be retried. */
function noWay(reason: string): Error {
  return Object.assign(new Error(reason), { syscall: "connect" });
}
