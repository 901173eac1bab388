import { request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { codeOf, isAboutCertificate } from "./explain-failure.ts";
import type { Proxy } from "./find-proxy.ts";
import { Problem } from "./problem.ts";

/**
 * Always verifies certificates. Every step receives the variables of a pipeline, so
 * NODE_TLS_REJECT_UNAUTHORIZED must not decide which server receives a token.
 */
export const verified = { rejectUnauthorized: true } as const;

/**
 * Opens a connection through a proxy. The proxy sees only the host and the port of the API.
 * @throws Problem if the proxy requires valid credentials, or its certificate is not trusted
 */
export function openTunnel(
  target: URL,
  proxy: Proxy,
  { signal }: { readonly signal: AbortSignal },
): Promise<Duplex> {
  const location = `${target.hostname}:${target.port || "443"}`;
  const { address, authorization } = proxy;
  const open = address.protocol === "https:" ? requestEncrypted : requestPlain;
  return new Promise((resolve, reject) => {
    const asking = open({
      method: "CONNECT",
      host: bareHost(address),
      port: address.port || (address.protocol === "https:" ? 443 : 80),
      path: location,
      headers: { host: location, ...(authorization && { "proxy-authorization": authorization }) },
      agent: false,
      signal,
      ...verified,
    });
    asking.on("connect", ({ statusCode = 0 }, socket) => {
      // Without this listener, an error event would stop the program. The code that uses the socket
      // detects its closing.
      socket.on("error", () => undefined);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(refusal(statusCode));
    });
    // A server that is not a proxy sends an ordinary response instead of opening a tunnel.
    asking.on("response", ({ statusCode = 0 }) => {
      asking.destroy();
      reject(refusal(statusCode));
    });
    asking.on("error", (failure) => reject(explainProxy(failure)));
    asking.on("close", () => reject(new Error("the proxy closed the connection")));
    asking.end();
  });
}

/** Starts TLS with the API through a tunnel, with the certificate authorities that Node trusts. */
export function encrypt(socket: Duplex, target: URL): Duplex {
  const host = bareHost(target);
  return connect({ socket, host, ...verified, ...(isIP(host) === 0 && { servername: host }) });
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Reports a failure as a failure of the proxy, not of the API. */
function explainProxy(failure: Error): Error {
  const code = codeOf(failure);
  return isAboutCertificate(code)
    ? new Problem(`The certificate of the proxy is not trusted (${code}).`)
    : new Error(`the proxy failed with ${code}`);
}

function refusal(status: number): Error {
  return status === 407
    ? new Problem("The proxy requires valid credentials (407).")
    : new Error(`the proxy responded with ${status}`);
}
