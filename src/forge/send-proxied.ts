import { BlockList, isIP } from "node:net";
import type { Dispatcher, Pool } from "undici";
import type { SendOnce } from "./one-request.ts";
import { parseAddress } from "./parse-address.ts";
import { readBody } from "./read-body.ts";

interface ProxyWish {
  readonly proxy: string;
  readonly noProxy: string;
  /** How long the proxy may take to answer; 10 seconds unless told. */
  readonly connectMilliseconds?: number;
}

/** By way of a proxy: Node's own requests know none. @param noProxy names the hosts that are reached directly */
export function createSendProxied({
  direct,
  ...wish
}: ProxyWish & { readonly direct: SendOnce }): SendOnce {
  let opened: Promise<SendOnce> | undefined;
  return async (request) => {
    if (isInRange(request.address.hostname, wish.noProxy)) return direct(request);
    const send = await (opened ??= openProxied(wish));
    return send(request);
  };
}

/** Whether a host is an address within a range of NO_PROXY, such as 10.0.0.0/8: the CLI knows them, undici does not. */
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
}: ProxyWish): Promise<SendOnce> {
  // A bundle knows no names of a CommonJS package that it loads on demand, but its whole.
  const { default: undici } = await import("undici");
  const address = parseAddress(proxy.includes("://") ? proxy : `http://${proxy}`);
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Error("HTTPS_PROXY is no address of a proxy, such as http://proxy.example:3128");
  }
  // What is told is not looked for in the environment of the process.
  const dispatcher = new undici.EnvHttpProxyAgent({
    httpsProxy: address.href,
    httpProxy: "",
    noProxy: noProxy.trim(),
    clientFactory: (origin, options) =>
      limitProxy(new undici.Pool(origin, { ...options, headersTimeout: connectMilliseconds }), {
        connectMilliseconds,
      }),
  });
  return async ({ address: to, method, headers, body, signal, sending }) => {
    signal.throwIfAborted();
    // What no header can carry is never sent.
    const carried = new undici.Headers(headers);
    const init = { method, headers: carried, signal, ...(body !== undefined && { body }) };
    sending?.();
    const response = await undici.fetch(to, { ...init, redirect: "manual", dispatcher });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: response.body ? await readBody(response.body) : "",
    };
  };
}

/**
 * The connections to a proxy, where one that gives no way is an end. Without, undici would ask a proxy that hangs up again
 * and again, thousands of times a second and also when nobody waits any more, and one that is silent could keep the process.
 */
function limitProxy(
  pool: Pool,
  { connectMilliseconds }: Required<Pick<ProxyWish, "connectMilliseconds">>,
): Dispatcher {
  const connect = pool.connect.bind(pool);
  const seconds = connectMilliseconds / 1000;
  const words: Readonly<Record<string, string>> = {
    UND_ERR_SOCKET: "the proxy ended the connection",
    UND_ERR_HEADERS_TIMEOUT: `the proxy did not answer within ${seconds} seconds`,
  };
  const explain = (error: NodeJS.ErrnoException): never => {
    const because = words[error.code ?? ""];
    // To the forge, nothing was sent then.
    throw because === undefined ? error : Object.assign(new Error(because), { syscall: "connect" });
  };
  return Object.assign(pool, {
    connect: (wish: Dispatcher.ConnectOptions) => connect(wish).catch(explain),
  });
}
