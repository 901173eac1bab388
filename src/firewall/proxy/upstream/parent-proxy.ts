import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { contain } from "../contain.ts";
import { writeAuthority } from "../authority.ts";
import { http, tls } from "../../../shared/node-network.ts";

/** Thrown if the upstream proxy in the operator's network refuses to open a tunnel. */
export class ParentProxyRefused extends Error {}

/** Thrown if the upstream proxy cannot be reached, with the reason in `cause`. */
export class ParentProxyUnreachable extends Error {}

interface Connecting {
  readonly signal: AbortSignal;
  readonly context: () => SecureContext;
}

/**
 * Opens a connection through the upstream proxy. The upstream proxy resolves the name, so no
 * address is checked here.
 * @param proxy `http:` or `https:` URL; its user and password are sent only in the
 *   Proxy-Authorization header
 */
export function connectThrough(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
  { signal, context }: Connecting,
): Promise<Socket> {
  const authority = `${writeAuthority("http", host, 80)}:${port}`;
  return new Promise((resolve, reject) => {
    // Keep this listener: the request stops listening for errors when the tunnel opens, before the
    // caller adds a listener.
    const fail = (error: Error) => {
      const late = Object.assign(new Error("no response"), { code: "ETIMEDOUT" });
      reject(new ParentProxyUnreachable("", { cause: signal.aborted ? late : error }));
    };
    const socket = openTo(proxy, context).on("error", fail);
    const asking = http.request({
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      createConnection: () => socket,
      signal,
    });
    contain(asking, reject);
    asking.once("connect", (answer, _socket, head) => {
      // Any 2xx opens the tunnel, whatever its length headers state (RFC 9110, section 9.3.6).
      const { statusCode = 0 } = answer;
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ParentProxyRefused(`the upstream proxy responded with ${statusCode}`));
    });
    asking.once("response", () => {
      socket.destroy();
      reject(new ParentProxyRefused("the upstream proxy did not open a tunnel"));
    });
    asking.once("error", fail).end();
  });
}

function openTo(proxy: URL, context: () => SecureContext): Socket {
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const isTls = proxy.protocol === "https:";
  const to = { host, port: Number(proxy.port || (isTls ? 443 : 80)), allowHalfOpen: true };
  if (!isTls) return connectTcp(to);
  // SNI cannot contain an address (RFC 6066).
  const name = isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ ...to, ...name, secureContext: context() });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
