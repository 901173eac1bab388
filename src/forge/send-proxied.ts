import { BlockList, isIP } from "node:net";
import type { SendOnce } from "./one-request.ts";
import { parseAddress } from "./parse-address.ts";
import { readBody } from "./read-body.ts";

/** By way of a proxy: Node's own requests know none. @param noProxy names the hosts that are reached directly */
export function createSendProxied({
  proxy,
  noProxy,
  direct,
}: {
  readonly proxy: string;
  readonly noProxy: string;
  readonly direct: SendOnce;
}): SendOnce {
  let opened: Promise<SendOnce> | undefined;
  return async (request) => {
    if (isInRange(request.address.hostname, noProxy)) return direct(request);
    const send = await (opened ??= openProxied(proxy, noProxy));
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

async function openProxied(proxy: string, noProxy: string): Promise<SendOnce> {
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
