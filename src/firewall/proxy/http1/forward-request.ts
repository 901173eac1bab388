import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Pool } from "undici";
import { attempt } from "../contain.ts";
import { BudgetSpent, type Admission } from "../budget-gate.ts";
import { meterBody } from "../meter-body.ts";
import type { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import type { Origin } from "../upstream/dial.ts";
import type { KeyHider } from "../provider/hide-key.ts";
import { answerFailed } from "./answer-complete.ts";
import { AnswerRelay } from "./answer-relay.ts";
import { codeOf } from "../../../shared/error-code.ts";

/** An allowed request. */
export interface Forward {
  readonly origin: Origin;
  readonly method: string;
  readonly path: string;
  /** Flat list of headers, including Host. */
  readonly headers: string[];
  readonly hasBody: boolean;
  readonly accept: string | undefined;
  readonly entry: OpenEntry;
  readonly deps: Pick<ProxyDeps, "upstream" | "whomToAsk" | "writeDenial">;
  /** Filter that removes secrets from the response. */
  readonly hide?: KeyHider;
  /** Undefined without a budget. */
  readonly admission?: Admission | undefined;
}

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
      admission: forward.admission,
    });
  dispatch(request, response, { forward, fail: mayRepeat(forward) ? again : fail });
}

const repeatable = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns whether repeating a request is safe (RFC 9110, section 9.2.1). */
export function mayRepeat({ method, hasBody }: Pick<Forward, "method" | "hasBody">): boolean {
  return repeatable.has(method) && !hasBody;
}

/**
 * Repeats a request if the origin closed a reused connection. An origin that restarts closes all of
 * its connections, so the repetition waits until the pool has removed them.
 */
export function repeatLater(error: unknown, { repeat, fail, admission }: Repetition): void {
  if (isBrokenOff(error))
    setImmediate(() => void attempt(() => countAgain(repeat, admission), fail));
  else fail(error);
}

interface Repetition {
  readonly repeat: () => void;
  readonly fail: (error: unknown) => void;
  readonly admission: Admission | undefined;
}

/** The origin may have received the first attempt, so both attempts count. */
async function countAgain(repeat: () => void, admission: Admission | undefined): Promise<void> {
  const denial = await admission?.repeat();
  if (denial) throw new BudgetSpent(denial);
  repeat();
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
      const body = forward.hasBody ? bodyOf(request, entry, forward.admission) : null;
      const relay = new AnswerRelay(response, {
        entry,
        fail,
        hide,
        usage: forward.admission?.usage,
      });
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
 * Returns the body as a separate stream, because the sender destroys its stream when it is done.
 * Destroying the original stream would close the client's connection, so an early response could
 * not be delivered.
 */
export function bodyOf(
  request: Readable,
  entry: OpenEntry,
  admission: Admission | undefined,
): Readable {
  const body = meterBody(admission);
  request.on("data", (chunk: Buffer) => entry.addSent(chunk));
  request.pipe(body, { end: false });
  request.once("error", (error) => body.destroy(error));
  let isComplete = false;
  request.once("end", () => {
    // An incomplete body must not look complete: aborted HTTP/2 streams also emit `end`.
    isComplete = !request.readableAborted;
    if (isComplete) body.end();
  });
  request.once("close", () => {
    if (!isComplete) body.destroy(new Error("the client disconnected"));
  });
  body.once("close", () => {
    request.unpipe(body);
    // The rest of the body is not needed, but unread data would block the response to the client.
    request.resume();
  });
  return body;
}
