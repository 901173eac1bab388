import { BlockList, isIP } from "node:net";
import { isLoopback } from "./host-profile.ts";
import { parseAddress } from "./parse-address.ts";

/**
 * Node's fetch, by way of the proxy that HTTPS_PROXY and NO_PROXY name, as the forge CLI goes: Node's own obeys
 * neither. Nothing goes unencrypted but to this machine, which is reached directly; HTTP_PROXY is for others.
 * @param sending told of each request that goes out
 */
export function createProxiedFetch(
  env: NodeJS.ProcessEnv,
  { sending }: { readonly sending?: (() => void) | undefined } = {},
): typeof fetch {
  const proxy = env["HTTPS_PROXY"] || env["https_proxy"];
  const direct: typeof fetch = (input, init) => {
    sending?.();
    return fetch(input, init);
  };
  if (!proxy) return sending ? direct : fetch;
  const noProxy = env["NO_PROXY"] || env["no_proxy"] || "";
  let proxied: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    const { hostname } = address;
    if (isLoopback(hostname) || isInRange(hostname, noProxy)) return direct(input, init);
    const send = await (proxied ??= openProxied(proxy, noProxy));
    sending?.();
    return send(input, init);
  };
}

/** Whether a host is an address within a range of NO_PROXY, such as 10.0.0.0/8: the CLI knows them, undici does not. */
function isInRange(hostname: string, noProxy: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(address);
  if (family === 0) return false;
  const type = `ipv${family}` as "ipv4" | "ipv6";
  const ranges = new BlockList();
  for (const range of noProxy.split(",")) {
    const [, network = "", bits] = /^\s*(.+)\/(\d+)\s*$/.exec(range) ?? [];
    const isRange = isIP(network) === family && Number(bits) <= (family === 4 ? 32 : 128);
    if (isRange) ranges.addSubnet(network, Number(bits), type);
  }
  return ranges.check(address, type);
}

async function openProxied(proxy: string, noProxy: string): Promise<typeof fetch> {
  // Its own fetch, too: Node's is of another release of undici, and takes no agent of this one.
  // A bundle knows no names of a CommonJS package that it loads on demand, but its whole.
  const { default: undici } = await import("undici");
  const { EnvHttpProxyAgent, fetch: send } = undici;
  const address = parseAddress(proxy.includes("://") ? proxy : `http://${proxy}`);
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Error("HTTPS_PROXY is no address of a proxy, such as http://proxy.example:3128");
  }
  // What is told is not looked for in the environment of the process.
  const dispatcher = new EnvHttpProxyAgent({
    httpsProxy: address.href,
    httpProxy: "",
    noProxy: noProxy.trim(),
  });
  const withAgent = (input: string | URL, init?: RequestInit) =>
    send(input, { ...(init as Parameters<typeof send>[1]), dispatcher });
  return withAgent as unknown as typeof fetch;
}
