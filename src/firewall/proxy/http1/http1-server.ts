import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { attempt } from "../contain.ts";
import { containRequest, containServer } from "../contain-server.ts";
import { endConnection, logFault } from "../log-fault.ts";
import { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps, Within } from "../proxy-deps.ts";
import { refuse, writeDenial } from "../refusal/denial.ts";
import { answerRequest, evaluateRequest } from "./answer-request.ts";
import { answerDenied, respondOn } from "./answer-complete.ts";
import { answerUpgrade, isWebSocket, putBackPlain } from "./answer-upgrade.ts";
import { readHeaders } from "./read-headers.ts";
import { http } from "../../../shared/node-network.ts";

export interface Http1ServerOptions {
  readonly deps: ProxyDeps;
  /** Handles a CONNECT request on the proxy's own port. */
  readonly onConnect: (message: IncomingMessage, socket: Socket, head: Buffer) => void;
}

/** An HTTP/1.1 server for accepted connections. */
export interface Http1Server {
  /** @param within target of the connection; undefined on the proxy's own port */
  accept(socket: Socket, within?: Within): void;
  close(): void;
}

const longestHeadersBytes = 65_536;
const headersTimeoutMs = 30_000;
const idleMs = 120_000;

export function createHttp1Server({ deps, onConnect }: Http1ServerOptions): Http1Server {
  const opened = new WeakMap<Duplex, Within>();
  const server = http.createServer({
    maxHeaderSize: longestHeadersBytes,
    insecureHTTPParser: false,
    headersTimeout: headersTimeoutMs,
    // No limit, because an upload can take any amount of time.
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: 5_000,
  });
  const onFault = (error: unknown, socket?: Duplex) =>
    logFault(deps, error, socket && opened.get(socket));
  containServer(server, onFault);
  listen(server, { deps, onConnect, onFault, within: (socket) => opened.get(socket) });
  // The server never listens itself. Without this event, Node would not enforce the server's
  // timeouts.
  server.emit("listening");
  return {
    accept: (socket, aim) => {
      if (aim) opened.set(socket, aim);
      server.emit("connection", socket);
    },
    close: () => void server.close(),
  };
}

function listen(
  server: Server,
  {
    deps,
    onConnect,
    onFault,
    within,
  }: Http1ServerOptions & {
    onFault: (error: unknown, socket?: Duplex) => void;
    within: (socket: Duplex) => Within | undefined;
  },
): void {
  const latest = new WeakMap<Duplex, IncomingMessage>();
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    latest.set(message.socket, message);
    containRequest(message, response, onFault);
    answerRequest(message, response, { deps, within: within(message.socket) });
  };
  server.on("request", answer).on("checkContinue", answer);
  server.on("connect", (message, socket, head) => {
    if (!(socket instanceof Socket)) socket.destroy();
    else if (!within(socket)) onConnect(message, socket, head);
    else refuseConnect({ message, socket }, { deps, within: within(socket) });
  });
  server.on("upgrade", (message, socket, head) => {
    if (!(socket instanceof Socket)) socket.destroy();
    else acceptUpgrade(server, { message, socket, head }, { deps, within: within(socket) });
  });
  server.on("clientError", (error, socket) =>
    answerBroken(error, socket, { deps, within: within(socket), latest: latest.get(socket) }),
  );
}

/** Denies a CONNECT request inside a tunnel or intercepted TLS connection. */
function refuseConnect(
  { message, socket }: { message: IncomingMessage; socket: Socket },
  { deps, within }: { deps: ProxyDeps; within: Within | undefined },
): void {
  const headers = { ...readHeaders(message.rawHeaders), hasBody: true };
  const denial = refuse("not-understood", "a nested CONNECT cannot be inspected");
  const { entry } = evaluateRequest(message, { headers, deps, within, denial });
  answerDenied(respondOn(socket, message), { denial, entry, headers, deps });
}

function acceptUpgrade(
  server: Server,
  upgrading: { message: IncomingMessage; socket: Socket; head: Buffer },
  options: { deps: ProxyDeps; within: Within | undefined },
): void {
  if (isWebSocket(upgrading.message)) {
    upgrading.socket.on("error", () => upgrading.socket.destroy());
    void attempt(
      () => answerUpgrade(upgrading, options),
      endConnection(upgrading.socket, options.deps, options.within),
    );
    return;
  }
  putBackPlain(upgrading);
  server.emit("connection", upgrading.socket);
}

/** Adds the parser's reason, which never quotes the request. */
function explainSyntax(error: Error): string {
  const reason = "reason" in error && typeof error.reason === "string" ? error.reason : "";
  return `the request is not valid HTTP/1.1${reason && ` (${reason})`}`;
}

const lateCodes = ["ERR_HTTP_REQUEST_TIMEOUT"];
const brokenOff = ["ECONNRESET", "EPIPE", "ERR_STREAM_DESTROYED"];

/** Responds once to a request that is invalid or too slow, then closes the connection. */
function answerBroken(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  {
    deps,
    within,
    latest,
  }: { deps: ProxyDeps; within: Within | undefined; latest: IncomingMessage | undefined },
): void {
  const code = error.code ?? "";
  if (code === "HPE_INVALID_EOF_STATE" && latest?.complete === false) {
    // The client closed the connection in the body of a request that has its own log line, for
    // example because it has read an early response.
    socket.end(() => socket.destroy());
    return;
  }
  if (!socket.writable || brokenOff.includes(code)) {
    socket.destroy();
    return;
  }
  if (lateCodes.includes(code)) {
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
    return;
  }
  const isLong = code === "HPE_HEADER_OVERFLOW";
  const denial = refuse(
    "not-understood",
    isLong ? "the request headers are too long" : explainSyntax(error),
  );
  const { scheme, host, port, way } = within ?? { scheme: "http", host: "", port: 0, way: "proxy" };
  const status = isLong ? 431 : 400;
  const protocol = "http/1.1";
  const asked = { kind: "connection", scheme, host, port, way, protocol } as const;
  new OpenEntry(deps.log, asked, denial).close({ status });
  const { headers, body } = writeDenial(denial, { accept: undefined, whomToAsk: deps.whomToAsk });
  const lines = headers.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : [],
  );
  const text = `HTTP/1.1 ${status} Refused\r\n${lines.join("")}connection: close\r\n\r\n${body}`;
  socket.end(text, () => socket.destroy());
}
