import { isLoopback } from "./host-profile.ts";
import type { SendOnce } from "./one-request.ts";

/**
 * One request and its answer, for a program that has to end before `fetch` would have started: no redirect is followed,
 * nothing is tried again, nothing is kept. The client of this room does all that, and takes three times as long to load.
 *
 * By way of the proxy that the environment names, as every request of ours.
 */
export function createSendOnce(env: NodeJS.ProcessEnv): SendOnce {
  const proxy = env["HTTPS_PROXY"] || env["https_proxy"];
  return async (request) => {
    const { hostname, protocol } = request.address;
    if (proxy && !isLoopback(hostname)) {
      const [{ createProxiedFetch }, { sendByFetch }] = await Promise.all([
        import("./proxied-fetch.ts"),
        import("./send-by-fetch.ts"),
      ]);
      return sendByFetch(createProxiedFetch(env, request), request);
    }
    const { send } = await (protocol === "https:"
      ? import("./send-encrypted.ts")
      : import("./send-plain.ts"));
    return send(request);
  };
}
