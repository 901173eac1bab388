import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Decision } from "../../rules/policy.ts";
import { containRequest, containServer } from "../contain-server.ts";
import { respondOn } from "../http1/answer-complete.ts";
import type { ProxyDeps, Within } from "../proxy-deps.ts";
import { statusText, writeDenial } from "../refusal/denial.ts";
import type { SocketSet } from "../socket-set.ts";
import { createIntercept, type InterceptOptions } from "./intercept.ts";
import { http } from "../../../shared/node-network.ts";

export interface RefuseOptions {
  readonly deps: Pick<ProxyDeps, "policy" | "whomToAsk">;
  readonly issue: InterceptOptions["issue"];
  readonly sockets: SocketSet;
}

/** Accepts connections that were denied, to send the reason where clients show it. */
export interface RefuseInside {
  readonly acceptHttp: (socket: Socket, within: Within) => void;
  readonly acceptTls: (socket: Socket, within: Within) => void;
  readonly close: () => void;
}

const headersTimeoutMs = 30_000;

/**
 * Creates handlers that answer the first request of a denied connection with the reason, and close
 * the connection. They never connect to an origin and never log, because the connection itself was
 * logged when it was denied.
 */
export function createRefuseInside({ deps, issue, sockets }: RefuseOptions): RefuseInside {
  const opened = new WeakMap<Duplex, Within>();
  const quiet = { policy: deps.policy, log: () => undefined };
  const server = http.createServer({ headersTimeout: headersTimeoutMs });
  const refuse = (message: IncomingMessage, response: ReturnType<typeof respondOn>) => {
    const within = opened.get(message.socket);
    const decision = within && deps.policy.decideConnection(within);
    if (!decision || decision.allowed) response.destroy();
    else sendDenial(message, response, { decision, whomToAsk: deps.whomToAsk });
  };
  const onFault = () => undefined;
  const answer = (message: IncomingMessage, response: ReturnType<typeof respondOn>) => {
    containRequest(message, response, onFault);
    refuse(message, response);
  };
  containServer(server, onFault);
  server.on("request", answer).on("checkContinue", answer);
  const answerReleased = (message: IncomingMessage, socket: Duplex) => {
    if (socket instanceof Socket) refuse(message, respondOn(socket, message));
    else socket.destroy();
  };
  server.on("upgrade", answerReleased).on("connect", answerReleased);
  server.on("clientError", (_error, socket) => socket.destroy());
  // The server never listens itself. Without this event, Node would not enforce the server's
  // timeouts.
  server.emit("listening");
  const acceptHttp = (socket: Socket, within: Within) => {
    opened.set(socket, within);
    server.emit("connection", socket);
  };
  return {
    acceptHttp,
    acceptTls: createIntercept({ deps: quiet, issue, sockets, acceptHttp1: acceptHttp }),
    close: () => void server.close(),
  };
}

function sendDenial(
  { headers }: IncomingMessage,
  response: ReturnType<typeof respondOn>,
  {
    decision,
    whomToAsk,
  }: { decision: Extract<Decision, { allowed: false }>; whomToAsk: string | undefined },
): void {
  const written = writeDenial(decision, { accept: headers.accept, whomToAsk });
  const all = [...written.headers, "connection", "close"];
  response.writeHead(403, statusText(decision), all).end(written.body);
}
