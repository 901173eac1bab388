// Runs a WebSocket client, through the proxy in the environment or without one.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { WebSocket } from "ws";

const { host, pathname } = new URL(process.argv[2] ?? "");
const proxy = process.env["HTTPS_PROXY"];

const plain = await (proxy ? openTunnel(new URL(proxy)) : openCaught());
const createConnection = () =>
  connectTls({ socket: plain, servername: host, ALPNProtocols: ["http/1.1"] });
const socket = new WebSocket(`wss://${host}${pathname}`, { createConnection });
await once(socket, "open");
socket.send("over a socket");
const [answer]: unknown[] = await once(socket, "message");
process.stdout.write(`${String(answer)}\n`);
socket.terminate();

async function openCaught(): Promise<Socket> {
  const caught = connect(443, host);
  await once(caught, "connect");
  return caught;
}

async function openTunnel({ hostname, port }: URL): Promise<Socket> {
  const tunnel = connect(Number(port), hostname);
  tunnel.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`);
  const [piece]: unknown[] = await once(tunnel, "data");
  if (!String(piece).startsWith("HTTP/1.1 200")) throw new Error(String(piece));
  return tunnel;
}
