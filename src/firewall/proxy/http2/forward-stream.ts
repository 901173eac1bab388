import { constants, type ClientHttp2Stream, type Http2Stream } from "node:http2";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import { BudgetSpent } from "../budget-gate.ts";
import { contain } from "../contain.ts";
import { writeAuthority } from "../authority.ts";
import { bodyOf } from "../http1/forward-request.ts";
import { explainFailure } from "../upstream/explain-failure.ts";
import type { OriginSession } from "../upstream/origin-sessions.ts";
import { breakOff } from "./break-off.ts";
import type { PassingStream } from "./passing-stream.ts";
import { fitToStatus, forwardHeaders, type StreamHeaders } from "./read-stream.ts";

/**
 * Forwards a stream to an HTTP/2 origin in both directions, including the trailers that gRPC
 * requires.
 */
export function forwardStream(
  passing: PassingStream,
  { session, socket, headersTimeoutMs }: OriginSession,
): void {
  const { stream, headers, asked, entry } = passing;
  const forward: StreamHeaders = {
    ":method": asked.method,
    ":scheme": asked.scheme,
    ":authority": writeAuthority(asked.scheme, asked.host, asked.port),
    ":path": asked.target,
    ...forwardHeaders(headers),
  };
  // gRPC servers require this header before they send trailers.
  if (headers.te === "trailers") forward["te"] = "trailers";
  const sent = session.request(forward, { endStream: stream.endAfterHeaders });
  contain(sent, (error) => {
    sent.destroy();
    passing.fail(error);
  });
  if (passing.admission && !stream.endAfterHeaders) forwardMetered(passing, sent);
  else if (!stream.endAfterHeaders) {
    forwardMessage(stream, sent, (chunk) => entry.addSent(chunk));
  }
  relayAnswer(sent, passing);
  tieEnds(sent, passing);
  endWithConnection(sent, socket);
  // An upload can take any amount of time, so the limit starts when the request is complete.
  sent.once("finish", () => {
    if (!stream.headersSent) sent.setTimeout(headersTimeoutMs, () => endWith(sent, "ETIMEDOUT"));
  });
  sent.once("response", () => sent.setTimeout(0));
}

/**
 * Forwards data with backpressure, with half as many listeners as `pipe`. If the source is aborted,
 * the target stays open.
 */
function forwardMessage(from: Http2Stream, to: Http2Stream, count: (chunk: Buffer) => void): void {
  const more = () => void from.resume();
  from.on("data", (chunk: Buffer) => {
    count(chunk);
    if (to.write(chunk)) return;
    from.pause();
    to.once("drain", more);
  });
  from.once("end", () => to.end());
}

/** Forwards a request's body until it exceeds the budget. */
function forwardMetered({ stream, entry, admission, fail }: PassingStream, to: Http2Stream): void {
  const body = bodyOf(stream, entry, admission);
  body.on("error", (error) => {
    if (error instanceof BudgetSpent) fail(error);
  });
  body.pipe(to);
}

function relayAnswer(sent: ClientHttp2Stream, { stream, entry, fail }: PassingStream): void {
  sent.on("headers", (headers) => {
    const status = headers[":status"];
    if (stream.closed || stream.headersSent || status === undefined || status === 100) return;
    unlessUnusable(fail, () => {
      stream.additionalHeaders({ ...answerHeaders(headers), ":status": status });
    });
  });
  sent.once("response", (headers, flags) => {
    if (stream.closed) return;
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    const status = headers[":status"];
    const answer = { ...fitToStatus(answerHeaders(headers), status), ":status": status };
    // Responses with a content length need no trailers; gRPC responses never have a content length.
    const mayHaveTrailers = !endStream && headers["content-length"] === undefined;
    unlessUnusable(fail, () => {
      stream.respond(answer, { endStream, waitForTrailers: mayHaveTrailers });
    });
    if (endStream) return;
    // The stream of a 205 response has already ended.
    if (stream.writableEnded) {
      sent.resume();
      return;
    }
    forwardMessage(sent, stream, (chunk) => entry.addReceived(chunk));
  });
  let trailers: StreamHeaders = {};
  sent.once("trailers", (headers: IncomingHttpHeaders) => {
    trailers = answerHeaders(headers);
  });
  stream.once("wantTrailers", () => {
    unlessUnusable(fail, () => stream.sendTrailers(trailers));
  });
}

/**
 * Handles an origin's response that cannot be written, such as status 101, which would otherwise
 * throw an error.
 */
function unlessUnusable(fail: (error: unknown) => void, write: () => void): void {
  try {
    write();
  } catch (error) {
    fail(error);
  }
}

/** Closes each side when the other side closes, with the matching error code. */
function tieEnds(sent: ClientHttp2Stream, { stream, entry, fail }: PassingStream): void {
  let problem: unknown;
  sent.once("error", (error) => {
    problem = error;
  });
  sent.once("close", () => {
    if (stream.destroyed) return;
    if (!stream.headersSent) fail(problem ?? streamError());
    else if (sent.rstCode !== 0 || !stream.writableEnded) {
      const { explanation } = explainFailure(problem ?? streamError());
      entry.close({ status: statusOf(stream.sentHeaders), failure: explanation });
      breakOff(stream, sent.rstCode || constants.NGHTTP2_INTERNAL_ERROR);
    }
  });
  stream.once("close", () => {
    const status = statusOf(stream.sentHeaders);
    const isComplete = stream.rstCode === 0;
    entry.close({ status, ...(isComplete ? {} : { failure: "the stream was aborted" }) });
    if (!sent.closed) breakOff(sent, isComplete ? constants.NGHTTP2_CANCEL : stream.rstCode);
  });
}

/**
 * Ends a stream when its origin closes the connection, because Node leaves the stream open. A
 * response that was received completely is still delivered.
 */
function endWithConnection(sent: ClientHttp2Stream, socket: Socket): void {
  const end = () => {
    const isReceived =
      (sent.closed && sent.rstCode === 0) ||
      sent.state.state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE;
    if (isReceived) return;
    endWith(sent, "ECONNRESET");
  };
  socket.once("end", end).once("close", end);
  sent.once("close", () => socket.off("end", end).off("close", end));
}

/** @param code code for `explainFailure` */
function endWith(sent: ClientHttp2Stream, code: "ECONNRESET" | "ETIMEDOUT"): void {
  sent.destroy(Object.assign(new Error("no response"), { code }));
}

function streamError(): Error {
  return Object.assign(new Error("no response"), { code: "ERR_HTTP2_STREAM_ERROR" });
}

function statusOf(headers: OutgoingHttpHeaders | undefined): number | undefined {
  const status = headers?.[":status"];
  return typeof status === "number" ? status : undefined;
}

/**
 * Returns the response headers for the client, for HTTP/1.1 and HTTP/2. Omits Alt-Svc, which would
 * let the client bypass the proxy.
 */
function answerHeaders(headers: IncomingHttpHeaders): StreamHeaders {
  const { "alt-svc": _service, ...kept } = forwardHeaders(headers);
  return kept;
}
