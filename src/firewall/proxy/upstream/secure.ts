import { isIP, type Socket } from "node:net";
import type { SecureContext, TLSSocket } from "node:tls";
import type { Origin } from "./dial.ts";
import { DialTimeout } from "./dial.ts";
import { tls } from "../../../shared/node-network.ts";

const patienceMs = 20_000;

/**
 * Returns a function that returns the context for TLS connections to origins and to the upstream
 * proxy. Parsing all roots takes several milliseconds, so the context is created once, on first use.
 * @param roots PEM, in addition to Node's roots
 */
export function shareContext(roots: readonly string[] = []): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    context ??= tls.createSecureContext(
      roots.length > 0
        ? { ca: [...tls.rootCertificates, ...roots], minVersion: "TLSv1.2" }
        : { minVersion: "TLSv1.2" },
    );
    return context;
  };
}

/** Opens a TLS connection to an origin. */
export function secure(
  socket: Socket,
  { host }: Origin,
  { context, protocols }: { context: SecureContext; protocols: readonly string[] },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = tls.connect({
      socket,
      secureContext: context,
      // The name for certificate verification. SNI is set separately, because SNI cannot contain an
      // address (RFC 6066).
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: [...protocols],
      rejectUnauthorized: true,
    });
    const timer = setTimeout(
      () => secured.destroy(new DialTimeout("TLS handshake timed out")),
      patienceMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    // If a socket closes without an error, no `error` event is emitted, so this listener rejects.
    const close = () =>
      fail(Object.assign(new Error("closed during the TLS handshake"), { code: "ECONNRESET" }));
    // `fail` stays attached, because an error before the caller listens would otherwise be
    // unhandled.
    secured.on("error", fail).once("close", close);
    secured.once("secureConnect", () => {
      clearTimeout(timer);
      secured.off("close", close);
      resolve(secured);
    });
  });
}
