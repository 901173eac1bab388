import { isIP, type Socket } from "node:net";
import type { SecureContext, TLSSocket } from "node:tls";
import type { Origin } from "./dial.ts";
import { DialTimeout } from "./dial.ts";
import { tls } from "../../../shared/node-network.ts";

const patienceMs = 20_000;

/** TLS to origins, with one context for all. @param roots PEM, besides those that Node brings */
export function createSecure(roots: readonly string[] = []) {
  let context: SecureContext | undefined;
  return (socket: Socket, origin: Origin, protocols: readonly string[]): Promise<TLSSocket> => {
    // Reading a whole store takes some milliseconds: once, and only when it is needed.
    context ??= tls.createSecureContext(
      roots.length > 0
        ? { ca: [...tls.rootCertificates, ...roots], minVersion: "TLSv1.2" }
        : { minVersion: "TLSv1.2" },
    );
    return handshake(socket, origin, { context, protocols });
  };
}

function handshake(
  socket: Socket,
  { host }: Origin,
  { context, protocols }: { context: SecureContext; protocols: readonly string[] },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = tls.connect({
      socket,
      secureContext: context,
      // The name that the certificate must have. RFC 6066 allows no address in SNI.
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: [...protocols],
      rejectUnauthorized: true,
    });
    const timer = setTimeout(() => secured.destroy(new DialTimeout("no TLS in time")), patienceMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    // A socket that only closes, gives no error.
    const close = () =>
      fail(Object.assign(new Error("closed in the handshake"), { code: "ECONNRESET" }));
    // `fail` stays: until the caller listens, an error would have no listener.
    secured.on("error", fail).once("close", close);
    secured.once("secureConnect", () => {
      clearTimeout(timer);
      secured.off("close", close);
      resolve(secured);
    });
  });
}
