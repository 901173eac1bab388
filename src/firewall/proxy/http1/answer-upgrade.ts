import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { admitRequest } from "../admit-request.ts";
import { contain } from "../contain.ts";
import { writeAuthority } from "../authority.ts";
import { dropCredentials } from "../credentials/credential-headers.ts";
import { splice } from "../inside/splice.ts";
import type { Admission } from "../budget-gate.ts";
import type { OpenEntry } from "../open-entry.ts";
import { originOf, type ProxyDeps, type Within } from "../proxy-deps.ts";
import { refuse } from "../refusal/denial.ts";
import { answerDenied, answerFailed, respondOn } from "./answer-complete.ts";
import { evaluateRequest } from "./answer-request.ts";
import { readAnswerHeaders } from "./read-answer.ts";
import { readHeaders } from "./read-headers.ts";
import { http } from "../../../shared/node-network.ts";

export interface Upgrading {
  readonly message: IncomingMessage;
  readonly socket: Socket;
  /** Bytes received together with the request. */
  readonly head: Buffer;
}

export interface UpgradeOptions {
  readonly deps: ProxyDeps;
  readonly within: Within | undefined;
}

/** Returns whether a request asks to upgrade to WebSocket, and to no other protocol. */
export function isWebSocket({ method, rawHeaders }: IncomingMessage): boolean {
  const asked = rawHeaders.filter(
    (_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() === "upgrade",
  );
  return method === "GET" && asked.length === 2 && asked[1]?.toLowerCase() === "websocket";
}

/**
 * Decides whether to allow a WebSocket handshake, based on its URL, then forwards bytes in both
 * directions.
 */
export async function answerUpgrade(
  { message, socket, head }: Upgrading,
  { deps, within }: UpgradeOptions,
): Promise<void> {
  const headers = readHeaders(message.rawHeaders);
  const protocol = "websocket";
  const evaluated = evaluateRequest(message, { headers, deps, within, protocol });
  const { entry, decision, asked } = evaluated;
  const { accept } = headers;
  if (!decision.allowed || !asked || headers.hasBody) {
    const denial = decision.allowed ? withBody : decision;
    answerDenied(respondOn(socket, message), { denial, entry, headers, deps });
    return;
  }
  let connection: Socket | undefined;
  const leave = () => {
    entry.close({ failure: "the client disconnected" });
    socket.destroy();
    connection?.destroy();
  };
  const forget = whenGone(socket, leave);
  try {
    const { upstream } = deps;
    const admission = await admitRequest({ asked, headers: headers.forward }, deps);
    connection = await upstream.connect(originOf(asked, decision), ["http/1.1"]);
    if (socket.destroyed) throw new Error("the client disconnected");
    const authority = writeAuthority(asked.scheme, asked.host, asked.port);
    // A WebSocket never receives a credential, because its messages cannot be searched for it.
    const own = dropCredentials(headers.forward, deps.policy.credentialsOf(asked.host));
    const asking = ["host", authority, ...own, ...upgradeHeaders];
    const { headersTimeoutMs } = upstream;
    const answer = await shakeHands(connection, {
      path: asked.target,
      headers: asking,
      headersTimeoutMs,
    });
    forget();
    await deliver({ message, socket, head }, { answer, connection, entry, admission });
  } catch (error) {
    connection?.destroy();
    if (socket.destroyed) leave();
    else answerFailed(respondOn(socket, message), { error, entry, accept, deps });
  } finally {
    forget();
  }
}

/**
 * Calls a function when a client closes its connection. Bytes that the client sends remain in the
 * socket.
 * @returns a function that stops watching
 */
function whenGone(socket: Socket, leave: () => void): () => void {
  // Node notices the end of a connection only while something reads from it.
  const read = () => void (socket.readableLength === 0 && socket.read());
  socket.on("readable", read).once("end", leave).once("close", leave);
  return () => void socket.off("readable", read).off("end", leave).off("close", leave);
}

const withBody = refuse("ambiguous", "a request for a WebSocket has a body");

const upgradeHeaders = ["connection", "Upgrade", "upgrade", "websocket"];

interface Answer {
  readonly given: IncomingMessage;
  /** Bytes received together with the response; undefined if the origin did not upgrade. */
  readonly head: Buffer | undefined;
}

interface Handshake {
  readonly path: string;
  readonly headers: string[];
  readonly headersTimeoutMs: number;
}

function shakeHands(
  connection: Socket,
  { path, headers, headersTimeoutMs }: Handshake,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const createConnection = () => connection;
    const asking = http.request({ createConnection, path, headers, setHost: false });
    contain(asking, reject);
    const late = Object.assign(new Error("no response"), { code: "ETIMEDOUT" });
    connection.setTimeout(headersTimeoutMs, () => asking.destroy(late));
    const succeed = (answer: Answer) => {
      connection.setTimeout(0);
      resolve(answer);
    };
    asking.once("upgrade", (given, _socket, head) => succeed({ given, head }));
    asking.once("response", (given) => succeed({ given, head: undefined }));
    asking.once("error", reject).end();
  });
}

interface Delivery {
  readonly answer: Answer;
  readonly connection: Socket;
  readonly entry: OpenEntry;
  readonly admission: Admission | undefined;
}

async function deliver(
  { message, socket, head }: Upgrading,
  { answer, connection, entry, admission }: Delivery,
): Promise<void> {
  const { given } = answer;
  const status = given.statusCode ?? 502;
  const bytes = given.rawHeaders.map((text) => Buffer.from(text, "latin1"));
  const headers = readAnswerHeaders(bytes);
  if (answer.head === undefined) {
    const response = respondOn(socket, message);
    response.writeHead(status, given.statusMessage, [...headers, "connection", "close"]);
    given.pipe(response);
    given.once("error", () => response.destroy());
    response.once("close", () => {
      connection.destroy();
      entry.close({ status });
    });
    return;
  }
  socket.write(writeHead(status, given.statusMessage ?? "", [...headers, ...upgradeHeaders]));
  if (head.length > 0) socket.unshift(head);
  if (answer.head.length > 0) connection.unshift(answer.head);
  await splice(socket, connection, { entry, admission });
  entry.close({ status });
}

function writeHead(status: number, text: string, headers: readonly string[]): Buffer {
  const lines = headers.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : [],
  );
  return Buffer.from(`HTTP/1.1 ${status} ${text}\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/**
 * Puts a request back on its socket without its upgrade headers. With `Upgrade: h2c`, the client
 * only offers an upgrade, but the parser has already released the socket. The text is built from
 * the parsed parts, so the parser cannot interpret it differently.
 */
export function putBackPlain({ message, socket, head }: Upgrading): void {
  const { method = "", url = "", httpVersion, rawHeaders } = message;
  const isOffer = (name: string) => /^(?:upgrade|http2-settings|connection)$/i.test(name);
  const kept = rawHeaders.filter((_, at) => !isOffer(rawHeaders[at - (at % 2)] ?? ""));
  const lines = kept.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${kept[at + 1]}\r\n`] : []));
  const connection = restOfConnection(rawHeaders);
  const text = `${method} ${url} HTTP/${httpVersion}\r\n${lines.join("")}${connection}\r\n`;
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(text, "latin1"));
}

/** Returns the Connection header without the names of upgrade headers. */
function restOfConnection(raw: readonly string[]): string {
  const values = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "connection");
  const names = values.flatMap((value) => value.split(",")).map((name) => name.trim());
  const rest = names.filter((name) => name && !/^(?:upgrade|http2-settings)$/i.test(name));
  return rest.length > 0 ? `Connection: ${rest.join(", ")}\r\n` : "";
}
