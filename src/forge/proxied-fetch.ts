import { isLoopback } from "./host-profile.ts";

/**
 * Node's fetch, by way of the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, as the forge CLI goes: Node's own
 * obeys none of them. What runs on this machine is reached directly.
 */
export function createProxiedFetch(env: NodeJS.ProcessEnv): typeof fetch {
  const names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
  if (!names.some((name) => env[name])) return fetch;
  let proxied: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (isLoopback(address.hostname)) return fetch(input, init);
    const send = await (proxied ??= openProxied(env));
    return send(input, init);
  };
}

async function openProxied(env: NodeJS.ProcessEnv): Promise<typeof fetch> {
  // Its own fetch, too: Node's is of another release of undici, and takes no agent of this one.
  const { EnvHttpProxyAgent, fetch: send } = await import("undici");
  const pick = (...names: readonly string[]) => names.map((name) => env[name]).find(Boolean);
  const httpProxy = pick("http_proxy", "HTTP_PROXY");
  const httpsProxy = pick("https_proxy", "HTTPS_PROXY");
  const noProxy = pick("no_proxy", "NO_PROXY");
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
  });
  const withAgent = (input: string | URL, init?: RequestInit) =>
    send(input, { ...(init as Parameters<typeof send>[1]), dispatcher });
  return withAgent as unknown as typeof fetch;
}
