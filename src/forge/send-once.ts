import { isLoopback } from "./host-profile.ts";
import type { SendOnce } from "./one-request.ts";

/**
 * One request and its answer, the least of it: no redirect is followed, nothing is tried again, nothing is kept but the
 * connection. The client of this room does all that; who has to end before it would have started does without.
 *
 * By Node's own requests, as its `fetch` takes longer to load than many a command to run; and by way of the proxy that
 * HTTPS_PROXY and NO_PROXY name, as the forge CLI goes. Nothing goes unencrypted but to this machine, which is reached
 * directly; HTTP_PROXY is for others.
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

/** What a request does not need is not loaded. */
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
