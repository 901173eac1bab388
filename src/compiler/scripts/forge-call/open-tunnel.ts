import { request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { codeOf, isAboutCertificate } from "./explain-failure.ts";
import type { Proxy } from "./find-proxy.ts";
import { Problem } from "./problem.ts";

/** Any variable of a pipeline is every step's: no NODE_TLS_REJECT_UNAUTHORIZED decides whom a token goes to. */
export const verified = { rejectUnauthorized: true } as const;

/**
 * A connection by way of a proxy, on which nothing was said yet. The proxy learns the forge's host and port.
 * @throws Problem where the proxy wants another login, or where nobody vouches for it
 */
export function openTunnel(
  target: URL,
  proxy: Proxy,
  { signal }: { readonly signal: AbortSignal },
): Promise<Duplex> {
  const place = `${target.hostname}:${target.port || "443"}`;
  const { address, authorization } = proxy;
  const open = address.protocol === "https:" ? requestEncrypted : requestPlain;
  return new Promise((resolve, reject) => {
    const asking = open({
      method: "CONNECT",
      host: bareHost(address),
      port: address.port || (address.protocol === "https:" ? 443 : 80),
      path: place,
      headers: { host: place, ...(authorization && { "proxy-authorization": authorization }) },
      agent: false,
      signal,
      ...verified,
    });
    asking.on("connect", ({ statusCode = 0 }, socket) => {
      // Whoever speaks through it hears of its end; unheard, an error would end the program.
      socket.on("error", () => undefined);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(refusal(statusCode));
    });
    // A server that is no proxy answers as if it had been asked for a page.
    asking.on("response", ({ statusCode = 0 }) => {
      asking.destroy();
      reject(refusal(statusCode));
    });
    asking.on("error", (failure) => reject(explainProxy(failure)));
    asking.on("close", () => reject(new Error("the proxy hung up")));
    asking.end();
  });
}

/** Speaks encrypted with the forge itself through a tunnel, with the trust that Node has. */
export function encrypt(socket: Duplex, target: URL): Duplex {
  const host = bareHost(target);
  return connect({ socket, host, ...verified, ...(isIP(host) === 0 && { servername: host }) });
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** What is wrong with the proxy is not said of the forge. */
function explainProxy(failure: Error): Error {
  const code = codeOf(failure);
  return isAboutCertificate(code)
    ? new Problem(`The certificate of the proxy is not trusted (${code}).`)
    : new Error(`the proxy fails with ${code}`);
}

function refusal(status: number): Error {
  return status === 407
    ? new Problem("The proxy wants a login, or another one (407).")
    : new Error(`the proxy answered ${status}`);
}
