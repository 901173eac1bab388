import { once } from "node:events";
import { connect as connectHttp2, type ClientHttp2Session } from "node:http2";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

const proxyPort = Number(new URL(process.env["HTTPS_PROXY"] ?? "http://127.0.0.1:3128").port);
/** Timeout in milliseconds. A peer silent for this long forwards nothing. */
const patienceMs = 20_000;
/** Milliseconds after which the sending side is closed, for a peer that waits for more data. */
const restMs = 5000;

const opened = new Set<Socket>();

/** Closes the remaining sockets, because the proxy would wait long for their next request. */
export function closeAll(): void {
  for (const socket of opened) socket.destroy();
}

export function openTcp(port: number = proxyPort, host = "127.0.0.1"): Socket {
  const socket = connect({ port, host, timeout: patienceMs });
  opened.add(socket);
  socket.once("timeout", () => socket.destroy());
  return socket.on("error", () => {});
}

/** Sends bytes, and reads everything until the end. */
export async function talk(socket: Socket, bytes: Buffer | string): Promise<string> {
  let text = "";
  // Node's HTTP server drops a connection whose sending side closes immediately.
  const rest = setTimeout(() => socket.end(), restMs);
  socket.once("close", () => clearTimeout(rest));
  if (typeof bytes === "string") socket.write(bytes, "latin1");
  else if (bytes.length > 0) socket.write(bytes);
  socket.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
  socket.once("error", (error) => (text += ` error ${error.message}`));
  if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

/** Sends bytes on the proxy's own port. */
export async function sendPlain(text: string, port?: number, host?: string): Promise<string> {
  return talk(openTcp(port, host), text);
}

export async function openConnect(authority: string): Promise<Socket> {
  const socket = openTcp();
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const answer = await Promise.race([once(socket, "data"), once(socket, "close")]);
  const text = Buffer.isBuffer(answer[0]) ? answer[0].toString("latin1") : "closed";
  if (text.startsWith("HTTP/1.1 200")) return socket;
  socket.destroy();
  throw new Error(text);
}

export interface TlsOptions {
  readonly serverName?: string;
  readonly protocols?: readonly string[];
}

/** Opens TLS that trusts every certificate, because the identity of the responder matters. */
export async function openTls(
  authority: string,
  { serverName = authority.replace(/:\d+$/, ""), protocols = ["http/1.1"] }: TlsOptions = {},
): Promise<TLSSocket> {
  return secure(await openConnect(authority), { serverName, protocols });
}

async function secure(
  socket: Socket,
  { serverName = "", protocols = ["http/1.1"] }: TlsOptions,
): Promise<TLSSocket> {
  const name = serverName === "" ? {} : { servername: serverName };
  const ALPNProtocols = [...protocols];
  const secured = connectTls({ socket, ALPNProtocols, rejectUnauthorized: false, ...name });
  secured.on("error", () => {});
  await Promise.race([once(secured, "secureConnect"), failOnClose(secured)]);
  return secured;
}

async function failOnClose(socket: Socket): Promise<never> {
  await once(socket, "close");
  throw new Error("closed during the TLS handshake");
}

/** Sends bytes inside an intercepted connection. */
export async function sendInside(authority: string, text: string): Promise<string> {
  return talk(await openTls(authority), text);
}

async function openHttp2(host: string): Promise<ClientHttp2Session> {
  const socket = await openTls(`${host}:443`, { protocols: ["h2"] });
  const session = connectHttp2(`https://${host}`, { createConnection: () => socket });
  return session.on("error", () => {});
}

/** Sends one stream with any headers, including those that Node would not send by itself. */
export async function sendStream(
  host: string,
  headers: Readonly<Record<string, string | string[]>>,
): Promise<string> {
  const session = await openHttp2(host);
  try {
    const stream = session.request(headers);
    let text = "";
    stream.on("response", (answer) => (text += `status ${answer[":status"]} `));
    stream.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
    stream.on("error", (error) => (text += ` error ${error.message}`));
    stream.setTimeout(patienceMs, () => stream.close());
    stream.end();
    if (!stream.closed) await new Promise((resolve) => stream.once("close", resolve));
    return text;
  } finally {
    session.destroy();
  }
}
