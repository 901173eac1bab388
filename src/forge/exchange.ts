import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { pipeline } from "node:stream/promises";
import type { AnswerHeaders, OneAnswer, OneRequest } from "./one-request.ts";
import { AnswerTooLong, readBody } from "./read-body.ts";

/** How requests reach a server, encrypted or not. */
export interface Way {
  readonly open: (
    address: URL,
    options: RequestOptions,
    answered: (answer: IncomingMessage) => void,
  ) => ClientRequest;
  /** Keeps connections for the requests that follow; false is for a connection of one request. */
  readonly agent: Agent | false;
  /** What a socket tells when it is ready for the request. */
  readonly connected: "connect" | "secureConnect";
  readonly connectMilliseconds?: number;
}

/**
 * How connections are kept. One that nobody uses keeps no process from its end, and is left before a server would leave
 * it, be it as hasty as Node's: a write on a connection that is just ending would be lost, and nobody could tell.
 */
export const keeping = { keepAlive: true, timeout: 4000 } as const;

/**
 * Sends one request, and reads the answer to its end. It comes to an end whatever the server does: a promise that stays
 * open would let the program run out of work, and end as if all were well.
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
      // An answer that nobody reads to its end would hold the connection, and with it the process.
      outgoing.destroy();
      if (signal.aborted) reject(signal.reason);
      else if (wasStale) resolve(exchange({ ...way, agent: false }, request));
      else reject(error);
    }
    limitConnecting(outgoing, way);
    outgoing.on("error", fail);
    outgoing.on("upgrade", (_, socket) => {
      // That was its answer.
      isOpen = false;
      socket.destroy();
      reject(new Error("the server speaks another protocol"));
    });
    // An answer that was read whole by then may not have said so yet.
    outgoing.on("close", () => {
      if (isOpen) fail(new Error("the connection ended without an answer"));
    });
    outgoing.end(request.body);
  });
}

function toOptions({ agent }: Way, { method, headers, body, signal }: OneRequest): RequestOptions {
  // Node tells no length of what DELETE carries, and the server would take it for the next request.
  const length = body !== undefined && { "content-length": String(Buffer.byteLength(body)) };
  return { method, headers: { ...headers, ...length }, signal, agent };
}

/** The server may have left a connection that was kept: a read is asked again on a new one. Nobody knows what a write did. */
function isStale({ reusedSocket }: ClientRequest, { method }: OneRequest): boolean {
  return reusedSocket && method === "GET";
}

/** @param way by which nobody may wait longer than 10 seconds unless told: nothing was sent then */
function limitConnecting(
  outgoing: ClientRequest,
  { connected, connectMilliseconds = 10_000 }: Way,
): void {
  outgoing.on("socket", (socket) => {
    if (!socket.connecting) return;
    const late = new Error(`there was no connection within ${connectMilliseconds / 1000} seconds`);
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
  // Both words are for the same (RFC 9110, 8.4.1.3).
  if (packing !== "gzip" && packing !== "x-gzip")
    throw new Error(`the answer is packed by ${packing}, which nobody asked`);
  const { createGunzip } = await import("node:zlib");
  const gunzip = createGunzip();
  let tooLong: AnswerTooLong | undefined;
  const readUnpacked = (body: AsyncIterable<Uint8Array>) =>
    readBody(body).catch((error: unknown) => {
      if (error instanceof AnswerTooLong) tooLong = error;
      throw error;
    });
  return pipeline(answer, gunzip, readUnpacked).catch((error: unknown) => {
    // How a body would be packed may be said where there is none, and nothing at all cannot be unpacked.
    if (answer.complete && gunzip.bytesWritten === 0) return "";
    // Where more is still to be unpacked, the pipeline tells only that it was called off.
    throw tooLong ?? error;
  });
}

function firstOfEach(headers: IncomingMessage["headers"]): AnswerHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
