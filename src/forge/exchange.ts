import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { pipeline } from "node:stream/promises";
import type { AnswerHeaders, OneAnswer, OneRequest } from "./one-request.ts";
import { AnswerTooLong, readBody } from "./read-body.ts";

/** Functions and options for connecting to a server, with or without encryption. */
export interface Way {
  readonly open: (
    address: URL,
    options: RequestOptions,
    answered: (answer: IncomingMessage) => void,
  ) => ClientRequest;
  /**
   * Agent that keeps connections open for later requests; false for a separate connection for each
   * request.
   */
  readonly agent: Agent | false;
  /** Name of the event that a socket emits when it is ready for the request. */
  readonly connected: "connect" | "secureConnect";
  readonly connectMilliseconds?: number;
}

/**
 * Options for keep-alive connections. An idle connection does not keep the process running. The
 * timeout is shorter than that of a Node server. Otherwise, a write could be lost without an error,
 * because the server is closing the connection.
 */
export const keeping = { keepAlive: true, timeout: 4000 } as const;

/**
 * Sends one request and reads the complete response. The promise always settles, because otherwise
 * the program could run out of work and exit as if it had succeeded.
 */
export function exchange(way: Way, request: OneRequest): Promise<OneAnswer> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let isOpen = true;
    const outgoing = way.open(request.address, toOptions(way, request), (answer) => {
      isOpen = false;
      readAnswer(answer).then(resolve, fail);
    });
    request.sending?.();
    function fail(error: Error): void {
      const wasStale = isOpen && isStale(outgoing, request);
      isOpen = false;
      // An unread response would keep the connection open, and with it the process.
      outgoing.destroy();
      if (signal.aborted) reject(signal.reason);
      else if (wasStale) resolve(exchange({ ...way, agent: false }, request));
      else reject(error);
    }
    limitConnecting(outgoing, way);
    outgoing.on("error", fail);
    outgoing.on("upgrade", (_, socket) => {
      // Node emits `upgrade` instead of `response`, so the promise must settle here.
      isOpen = false;
      socket.destroy();
      reject(new Error("the server switched to another protocol"));
    });
    // The `close` event can arrive before a complete response has been reported.
    outgoing.on("close", () => {
      if (isOpen) fail(new Error("the connection closed without a response"));
    });
    outgoing.end(request.body);
  });
}

function toOptions({ agent }: Way, { method, headers, body, signal }: OneRequest): RequestOptions {
  // Node sends no content-length for the body of a DELETE request, so the server would read the
  // body as the next request.
  const length = body !== undefined && { "content-length": String(Buffer.byteLength(body)) };
  return { method, headers: { ...headers, ...length }, signal, agent };
}

/**
 * Returns whether to repeat the request on a new connection, because the server may have closed the
 * reused one. A write is never repeated, because its result is unknown.
 */
function isStale({ reusedSocket }: ClientRequest, { method }: OneRequest): boolean {
  return reusedSocket && method === "GET";
}

/**
 * Limits the time for establishing a connection (default: 10 seconds). If the limit expires, no
 * request has been sent.
 */
function limitConnecting(
  outgoing: ClientRequest,
  { connected, connectMilliseconds = 10_000 }: Way,
): void {
  outgoing.on("socket", (socket) => {
    if (!socket.connecting) return;
    const late = new Error(`no connection within ${connectMilliseconds / 1000} seconds`);
    const end = () => outgoing.destroy(Object.assign(late, { syscall: "connect" }));
    const timer = setTimeout(end, connectMilliseconds);
    const clear = () => clearTimeout(timer);
    socket.once(connected, clear).once("close", clear);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<OneAnswer> {
  const { statusCode: status = 0 } = answer;
  return { status, headers: firstOfEach(answer.headers), text: await readText(answer) };
}

async function readText(answer: IncomingMessage): Promise<string> {
  const packing = answer.headers["content-encoding"]?.toLowerCase() || "identity";
  if (packing === "identity") return pipeline(answer, readBody);
  // Both names denote the same encoding (RFC 9110, 8.4.1.3).
  if (packing !== "gzip" && packing !== "x-gzip")
    throw new Error(`the response has the encoding ${packing}, which was not requested`);
  const { createGunzip } = await import("node:zlib");
  const gunzip = createGunzip();
  let tooLong: AnswerTooLong | undefined;
  const readUnpacked = (body: AsyncIterable<Uint8Array>) =>
    readBody(body).catch((error: unknown) => {
      if (error instanceof AnswerTooLong) tooLong = error;
      throw error;
    });
  return pipeline(answer, gunzip, readUnpacked).catch((error: unknown) => {
    // A response without a body may still name an encoding, and empty input cannot be decompressed.
    if (answer.complete && gunzip.bytesWritten === 0) return "";
    // If the response is too long, the stream pipeline may report only that it was aborted.
    throw tooLong ?? error;
  });
}

function firstOfEach(headers: IncomingMessage["headers"]): AnswerHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
