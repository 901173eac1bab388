import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

export interface TunnelOptions {
  readonly ca: string;
  readonly protocols?: readonly string[];
  /** Server name that replaces the host; an empty string sends none. */
  readonly serverName?: string;
}

/** Opens a raw connection to a port of this machine, which closes with the test. */
export async function openSocket(port: number, address = "127.0.0.1"): Promise<Socket> {
  const socket = connectTcp({ port, host: address });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/**
 * Sends a CONNECT through a proxy.
 * @returns the socket, after the 200
 */
export async function openConnect(port: number, authority: string): Promise<Socket> {
  const socket = await openSocket(port);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const [answer] = await once(socket, "data");
  if (!String(answer).startsWith("HTTP/1.1 200")) throw new Error(String(answer));
  return socket;
}

/** Opens TLS in a CONNECT through a proxy. */
export async function openTunnel(
  port: number,
  authority: string,
  { ca, protocols = ["http/1.1"], serverName = authority.replace(/:\d+$/, "") }: TunnelOptions,
): Promise<TLSSocket> {
  const socket = await openConnect(port, authority);
  const name = serverName ? { servername: serverName } : {};
  const options = { socket, ca, ALPNProtocols: [...protocols], ...name };
  const secured = connectTls({ ...options, checkServerIdentity: () => undefined });
  onTestFinished(() => void secured.destroy());
  secured.on("error", () => {});
  await once(secured, "secureConnect");
  return secured;
}

/** Reads everything until the other side closes or breaks the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  await new Promise((resolve) => socket.once("close", resolve).once("end", resolve));
  return text;
}
