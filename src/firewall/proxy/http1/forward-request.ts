import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import type { Pool } from "undici";
import { attempt } from "../contain.ts";
import type { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import type { Origin } from "../upstream/dial.ts";
import type { KeyHider } from "../provider/hide-key.ts";
import { answerFailed } from "./answer-whole.ts";
import { AnswerRelay } from "./answer-relay.ts";
import { codeOf } from "../../../shared/error-code.ts";

/** A request that may pass. */
export interface Forward {
  readonly origin: Origin;
  readonly method: string;
  readonly path: string;
  /** Flat, with Host. */
  readonly headers: string[];
  readonly hasBody: boolean;
  readonly accept: string | undefined;
  readonly entry: OpenEntry;
  readonly deps: Pick<ProxyDeps, "upstream" | "whomToAsk">;
  /** Takes out of the answer what the client must not have. */
  readonly hide?: KeyHider;
}

/** Sends a request on to its origin, and the answer back, both as they come. */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  forward: Forward,
): void {
  const { accept, entry, deps } = forward;
  const fail = (error: unknown) => answerFailed(response, { error, entry, accept, deps });
  const again = (error: unknown) =>
    repeatLater(error, {
      repeat: () => dispatch(request, response, { forward, fail }),
      fail,
    });
  dispatch(request, response, { forward, fail: mayRepeat(forward) ? again : fail });
}

const repeatable = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request does no more when it is asked twice (RFC 9110, section 9.2.1). */
export function mayRepeat({ method, hasBody }: Pick<Forward, "method" | "hasBody">): boolean {
  return repeatable.has(method) && !hasBody;
}

/**
 * A connection that was kept may be closed by the origin in the moment that it is used again. An origin that starts anew
 * closes all of them: the next try comes when the pool has heard of each, or it would take another that is as dead.
 */
export function repeatLater(
  error: unknown,
  { repeat, fail }: { repeat: () => void; fail: (error: unknown) => void },
): void {
  if (isBrokenOff(error)) setImmediate(() => void attempt(repeat, fail));
  else fail(error);
}

function isBrokenOff(error: unknown): boolean {
  const code = codeOf(error);
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE";
}

function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  { forward, fail }: { forward: Forward; fail: (error: unknown) => void },
): void {
  const { origin, method, path, headers, entry, deps, hide } = forward;
  const send = (pool: Pool) => {
    try {
      const body = forward.hasBody ? bodyOf(request, entry) : null;
      const relay = new AnswerRelay(response, { entry, fail, hide });
      pool.dispatch({ method, path, headers, body }, relay);
    } catch {
      response.destroy();
    }
  };
  const pool = deps.upstream.pool(origin);
  if (pool instanceof Promise) pool.then(send, fail).catch(() => response.destroy());
  else send(pool);
}

/**
 * The body as a stream of its own. The sender destroys what it sends when it is done with it, which would be the
 * client's connection, and an answer that comes early could not be delivered.
 */
export function bodyOf(request: Readable, entry: OpenEntry): Readable {
  const body = new PassThrough();
  request.on("data", (chunk: Buffer) => {
    entry.bytesSent += chunk.length;
  });
  request.pipe(body, { end: false });
  request.once("error", (error) => body.destroy(error));
  let isWhole = false;
  request.once("end", () => {
    // A body that was cut off must not look whole: streams of HTTP/2 end, too, when they are broken off.
    isWhole = !request.readableAborted;
    if (isWhole) body.end();
  });
  request.once("close", () => {
    if (!isWhole) body.destroy(new Error("the client went away"));
  });
  body.once("close", () => {
    request.unpipe(body);
    // What is left of it, nobody wants; unread it would hold the client's answer back.
    request.resume();
  });
  return body;
}
