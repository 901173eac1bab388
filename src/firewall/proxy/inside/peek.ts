import type { Socket } from "node:net";
import { readClientHello, type ClientHello } from "./client-hello.ts";

/** The protocol with which a client starts a connection. */
export type Opening =
  | { readonly kind: "tls"; readonly hello: ClientHello }
  /** The first byte is a letter, as in an HTTP request; the HTTP parser validates the rest. */
  | { readonly kind: "http" }
  | { readonly kind: "ssh" }
  | { readonly kind: "unknown"; readonly explanation: string }
  /** The client sent nothing until the time limit. */
  | { readonly kind: "silent" }
  /** The connection was closed or failed, or its first message is incomplete. */
  | { readonly kind: "gone" };

/**
 * Maximum length in bytes. A ClientHello with post-quantum key shares is about 2 KB long; the rest
 * leaves room for future extensions.
 */
const longestHello = 32_768;
const patienceMs = 20_000;
const tlsHandshake = 22;
/** Start of an SSH client's first line (RFC 4253, section 4.2). */
const sshStart = "SSH-";

/** Reads the first bytes of a connection without consuming them. */
export function peek(
  socket: Socket,
  { patience = patienceMs }: { patience?: number } = {},
): Promise<Opening> {
  return new Promise((resolve) => {
    let seen: Buffer[] = [];
    const finish = (opening: Opening) => {
      clearTimeout(timer);
      socket.off("readable", inspect).off("end", leave).off("close", leave).off("error", leave);
      if (seen.length > 0 && !socket.readableEnded) socket.unshift(Buffer.concat(seen));
      seen = [];
      resolve(opening);
    };
    const leave = () => finish({ kind: "gone" });
    const inspect = () => {
      // At the end of the data, the socket returns null here, and the `end` event follows.
      for (let chunk = readChunk(socket); chunk; chunk = readChunk(socket)) seen.push(chunk);
      if (seen.length === 0) return;
      const opening = classify(Buffer.concat(seen));
      if (opening) finish(opening);
    };
    const expire = () => finish({ kind: seen.length === 0 ? "silent" : "gone" });
    const timer = setTimeout(expire, patience);
    socket.on("readable", inspect).on("end", leave).on("close", leave).on("error", leave);
    if (socket.destroyed || socket.readableEnded) leave();
    else inspect();
  });
}

function readChunk(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}

/** Returns undefined if more bytes are needed. */
function classify(bytes: Buffer): Opening | undefined {
  if (bytes[0] !== tlsHandshake) {
    const start = bytes.toString("latin1", 0, sshStart.length);
    if (start === sshStart) return { kind: "ssh" };
    if (sshStart.startsWith(start)) return;
    return /^[A-Za-z]/.test(start)
      ? { kind: "http" }
      : { kind: "unknown", explanation: "the protocol is neither TLS nor HTTP" };
  }
  const reading = readClientHello(bytes);
  if (reading.kind === "hello") return { kind: "tls", hello: reading.hello };
  if (reading.kind === "broken")
    return { kind: "unknown", explanation: "the TLS hello is invalid" };
  if (bytes.length <= longestHello) return;
  return { kind: "unknown", explanation: `the TLS hello is longer than ${longestHello} bytes` };
}
