import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createSecureServer, type Http2ServerRequest } from "node:http2";
import { mkdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTls } from "node:tls";
import { WebSocketServer } from "ws";
import type { Answering, AnyResponse, Asked } from "./asked.ts";
import { makeCertificates, type Certificates } from "./certificates.ts";
import { openRepository } from "./git.ts";
import { serveGrpc } from "./grpc.ts";
import { answerPlain } from "./plain-answers.ts";
import { servePackages } from "./packages.ts";
import { answerPrompt, isForModel, modelHosts } from "./models.ts";

/** Local servers that simulate the Internet. */
export interface Origins {
  readonly certificates: Certificates;
  /** Port for HTTP/1.1, HTTP/2, WebSocket and gRPC over TLS. */
  readonly tls: number;
  readonly http: number;
  /** Port of a TLS server that records raw bytes, for all names. */
  readonly raw: number;
  /** TCP port that no client is allowed to reach; connections are counted. */
  readonly trap: number;
  /** Every request that an HTTP server received. */
  readonly asked: Asked[];
  /** Returns the bytes that the raw server received on all connections. */
  readonly rawBytes: () => string;
  readonly trapped: () => number;
  readonly close: () => void;
}

const testNames = [
  "a.test",
  "b.test",
  "x.b.test",
  "other.test",
  "raw.test",
  "provider.test",
  "localhost",
];

/** @param folder an empty directory, for certificates and a repository */
export async function startOrigins(folder: string): Promise<Origins> {
  const certificates = makeCertificates(folder, [...testNames, ...modelHosts]);
  const repository = join(folder, "git");
  mkdirSync(repository);
  const asked: Asked[] = [];
  const answer = createAnswer(asked, openRepository(repository));
  const { key, cert } = certificates;
  const tls = createSecureServer({ key, cert, allowHTTP1: true }, answer("https"));
  acceptWebSockets(tls, asked);
  const pieces: Buffer[] = [];
  const raw = createTls({ key, cert, ALPNProtocols: ["http/1.1"] }, (socket) => {
    keepBytes(socket, pieces);
  });
  let trapped = 0;
  const trap = createTcp((socket) => {
    trapped += 1;
    socket.destroy();
  });
  const open = [tls, createHttp(answer("http")), raw, trap].map(listen);
  const [tlsPort = 0, http = 0, rawPort = 0, trapPort = 0] = await Promise.all(
    open.map(({ port }) => port),
  );
  return {
    certificates,
    tls: tlsPort,
    http,
    raw: rawPort,
    trap: trapPort,
    asked,
    rawBytes: () => Buffer.concat(pieces).toString("latin1"),
    trapped: () => trapped,
    close: () => open.forEach(({ close }) => close()),
  };
}

type Serve = (asked: Asked, answering: Answering) => void;

function createAnswer(asked: Asked[], serveGit: Serve) {
  return (scheme: Asked["scheme"]) =>
    (request: IncomingMessage | Http2ServerRequest, response: AnyResponse) => {
      const one = readAsked(scheme, request);
      asked.push(one);
      const answering: Answering = { request, response };
      const isGrpc = one.headers["content-type"] === "application/grpc";
      if (isGrpc && "stream" in request && "stream" in response) serveGrpc(request, response);
      else if (one.url.startsWith("/ok/git/")) serveGit(one, answering);
      else if (/^\/ok\/(?:npm|pip)\//.test(one.url)) servePackages(one, answering);
      else if (isForModel(one)) answerPrompt(one, answering);
      else answerPlain(one, answering);
    };
}

function readAsked(scheme: Asked["scheme"], request: IncomingMessage | Http2ServerRequest): Asked {
  const { headers, method = "", url = "", httpVersion: protocol } = request;
  const authority = headers[":authority"];
  const host = typeof authority === "string" ? authority : (headers.host ?? "");
  return { scheme, host, method, url, protocol, headers };
}

function acceptWebSockets(server: ReturnType<typeof createSecureServer>, asked: Asked[]): void {
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const one = readAsked("https", request);
    asked.push(one);
    if (isForModel(one)) return void socket.end("HTTP/1.1 426 Upgrade Required\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data: Buffer) => opened.send(`echo ${data.toString()}`));
    });
  });
}

/** Records bytes, and answers anything that looks like the end of a request's head. */
function keepBytes(socket: Socket, pieces: Buffer[]): void {
  socket.on("error", () => socket.destroy());
  socket.on("data", (piece: Buffer) => {
    pieces.push(piece);
    if (piece.includes("\r\n\r\n")) {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nraw!");
    }
  });
}

function listen(server: Server): { readonly port: Promise<number>; readonly close: () => void } {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => open.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  return { port: waitForPort(server), close: () => closeAll(server, open) };
}

async function waitForPort(server: Server): Promise<number> {
  await once(server, "listening");
  const bound = server.address();
  if (typeof bound !== "object" || !bound) throw new Error("no port");
  return bound.port;
}

function closeAll(server: Server, open: ReadonlySet<Socket>): void {
  server.close();
  for (const socket of open) socket.destroy();
}
