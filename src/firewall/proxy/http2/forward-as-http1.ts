import { constants, type ServerHttp2Stream } from "node:http2";
import type { Dispatcher, Pool } from "undici";
import { attempt } from "../contain.ts";
import { writeAuthority } from "../authority.ts";
import { bodyOf, mayRepeat, repeatLater } from "../http1/forward-request.ts";
import { explainHeaders, isCompleteWithoutBody, readAnswerHeaders } from "../http1/read-answer.ts";
import { explainFailure } from "../upstream/explain-failure.ts";
import { breakOff } from "./break-off.ts";
import type { PassingStream } from "./passing-stream.ts";
import { fitToStatus, forwardHeaders, type StreamHeaders } from "./read-stream.ts";

/** Forwards an HTTP/2 stream as an HTTP/1.1 request, for an origin without HTTP/2 support. */
export function forwardAsHttp1(passing: PassingStream, pool: Pool): void {
  const { asked, stream } = passing;
  const again = (error: unknown) =>
    repeatLater(error, {
      repeat: () => dispatch(passing, pool),
      fail: passing.fail,
      admission: passing.admission,
    });
  const isRepeated = mayRepeat({ method: asked.method, hasBody: !stream.endAfterHeaders });
  dispatch(isRepeated ? { ...passing, fail: again } : passing, pool);
}

function dispatch(passing: PassingStream, pool: Pool): void {
  const { stream, headers, asked, entry, admission } = passing;
  const host = writeAuthority(asked.scheme, asked.host, asked.port);
  const flat = Object.entries(forwardHeaders(headers)).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  );
  const body = stream.endAfterHeaders ? null : bodyOf(stream, entry, admission);
  pool.dispatch(
    { method: asked.method, path: asked.target, headers: ["host", host, ...flat], body },
    new StreamRelay(passing),
  );
}

/** Forwards an HTTP/1.1 response to an HTTP/2 stream, with backpressure. */
class StreamRelay implements Dispatcher.DispatchHandler {
  readonly #passing: PassingStream;
  readonly #stream: ServerHttp2Stream;
  #abort: ((error?: Error) => void) | undefined;
  #resume: () => void = () => {};
  #trailers: StreamHeaders = {};
  #status: number | undefined;

  constructor(passing: PassingStream) {
    this.#passing = passing;
    this.#stream = passing.stream;
    this.#stream.once("close", () => this.#leave());
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#stream.destroyed) abort(new Error("the client disconnected"));
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void): boolean {
    const headers = fitToStatus(objectOf(readAnswerHeaders(raw, status)), status);
    if (status < 200) {
      if (status === 103) this.#stream.additionalHeaders({ ...headers, ":status": status });
      return true;
    }
    this.#resume = resume;
    this.#status = status;
    this.#stream.once("wantTrailers", () => {
      if (!this.#stream.closed) this.#stream.sendTrailers(this.#trailers);
    });
    this.#stream.respond({ ...headers, ":status": status }, { waitForTrailers: true });
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#passing.entry.addReceived(chunk);
    // The stream of a 205 response has already ended.
    if (this.#stream.writableEnded || this.#stream.write(chunk)) return true;
    this.#stream.once("drain", this.#resume);
    return false;
  }

  onComplete(rawTrailers: string[] | null): void {
    const raw: readonly unknown[] = rawTrailers ?? [];
    const bytes = raw.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(String(part))));
    this.#trailers = objectOf(readAnswerHeaders(bytes));
    this.#stream.end();
  }

  onError(error: Error): void {
    void attempt(
      () => this.#end(error),
      () => this.#stream.destroy(),
    );
  }

  #end(error: Error): void {
    if (isCompleteWithoutBody(this.#status, error)) {
      this.onComplete(null);
      return;
    }
    if (!this.#stream.destroyed && !this.#stream.headersSent) {
      this.#passing.fail(explainHeaders(error));
      return;
    }
    const failure = explainFailure(error).explanation;
    this.#passing.entry.close({ status: this.#status, failure });
    breakOff(this.#stream, constants.NGHTTP2_INTERNAL_ERROR);
  }

  #leave(): void {
    const isComplete = this.#stream.rstCode === 0 && this.#stream.writableFinished;
    const failure = isComplete ? {} : { failure: "the stream was aborted" };
    this.#passing.entry.close({ status: this.#status, ...failure });
    this.#abort?.(new Error("the client disconnected"));
  }
}

/**
 * Headers that Node sends only once in HTTP/2. An HTTP/1.1 origin may repeat them, for example if
 * both a server and its application set one. The first value is kept, as Node does for HTTP/2.
 */
const single = new Set(
  `access-control-allow-credentials access-control-max-age access-control-request-method age
  authorization content-encoding content-language content-length content-location content-md5
  content-range content-type date dnt etag expires from host if-match if-modified-since
  if-none-match if-range if-unmodified-since last-modified location max-forwards
  proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent
  x-content-type-options`.split(/\s+/),
);

/** Converts a flat list to an object with lowercase names. Repeated headers become lists. */
function objectOf(flat: readonly string[]): StreamHeaders {
  const headers: StreamHeaders = {};
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name = "", value = ""] = [flat[at]?.toLowerCase(), flat[at + 1]];
    const before = headers[name];
    if (before !== undefined && single.has(name)) continue;
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}
