import { isLoopback } from "./host-profile.ts";
import type { SendOnce } from "./one-request.ts";

/**
 * Creates the simplest transport: one request and its response. It does not follow redirects or
 * retry, and the only state that it keeps is the connection. The client adds all other features.
 * Code that must finish quickly uses this transport directly. Uses Node's own `http` and `https`,
 * because loading `fetch` takes longer than many commands take to run. Uses the proxy in
 * HTTPS_PROXY, respecting NO_PROXY, like the forge CLI. Only requests to this machine are
 * unencrypted, and they bypass the proxy. HTTP_PROXY is ignored.
 */
export function createSendOnce(env: NodeJS.ProcessEnv): SendOnce {
  const direct = createDirect();
  const proxy = env["HTTPS_PROXY"] || env["https_proxy"];
  if (!proxy) return direct;
  const noProxy = env["NO_PROXY"] || env["no_proxy"] || "";
  let proxied: Promise<SendOnce> | undefined;
  const openProxied = async () => {
    const { createSendProxied } = await import("./send-proxied.ts");
    return createSendProxied({ proxy, noProxy, direct });
  };
  return async (request) => {
    if (isLoopback(request.address.hostname)) return direct(request);
    const send = await (proxied ??= openProxied());
    return send(request);
  };
}

/** Loads each module only when a request needs it. */
function createDirect(): SendOnce {
  let plain: Promise<SendOnce> | undefined;
  let encrypted: Promise<SendOnce> | undefined;
  const openPlain = async () => (await import("./send-plain.ts")).createSendPlain();
  const openEncrypted = async () => (await import("./send-encrypted.ts")).createSendEncrypted();
  return async (request) => {
    const isEncrypted = request.address.protocol === "https:";
    const send = await (isEncrypted ? (encrypted ??= openEncrypted()) : (plain ??= openPlain()));
    return send(request);
  };
}
