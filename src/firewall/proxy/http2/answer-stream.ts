import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { Decision, Request } from "../../rules/policy.ts";
import { admitRequest } from "../admit-request.ts";
import { attempt } from "../contain.ts";
import type { Admission } from "../budget-gate.ts";
import { decideReadings } from "../decide-readings.ts";
import { logFault } from "../log-fault.ts";
import { OpenEntry } from "../open-entry.ts";
import { originOf, type ProxyDeps, type Within } from "../proxy-deps.ts";
import { writeDenial, writeFailure, type Denial } from "../refusal/denial.ts";
import { explainFailure } from "../upstream/explain-failure.ts";
import { breakOff } from "./break-off.ts";
import { forwardAsHttp1 } from "./forward-as-http1.ts";
import { forwardStream } from "./forward-stream.ts";
import type { PassingStream } from "./passing-stream.ts";
import { readStream } from "./read-stream.ts";

export interface StreamOptions {
  readonly headers: IncomingHttpHeaders;
  readonly raw: readonly string[];
  readonly deps: ProxyDeps;
  readonly within: Within;
}

/** Decides whether to allow an HTTP/2 request, then forwards it or sends the denial. */
export function answerStream(stream: ServerHttp2Stream, options: StreamOptions): void {
  // On an error, closing the stream is sufficient; other code reacts to the `close` event.
  stream.on("error", () => stream.destroy());
  const { headers, raw, deps, within } = options;
  const asked = readStream(headers, raw, within);
  const decision = isDenial(asked) ? asked : decideReadings(deps.policy, asked, raw);
  const entry = openEntry(options, decision);
  if (isDenial(asked) || !decision.allowed) {
    if (!decision.allowed) deny(stream, { denial: decision, entry, options });
    return;
  }
  const fail = (error: unknown) => answerFailed(stream, { error, entry, options });
  const passing = { stream, headers, asked, origin: originOf(asked, decision), entry, fail };
  const admitted = admitRequest({ asked, headers: raw }, deps);
  void attempt(
    () => forward(passing, { deps, admitted }),
    (error) => {
      stream.destroy();
      logFault(deps, error, within);
    },
  );
}

interface Admitting {
  readonly deps: Pick<ProxyDeps, "upstream">;
  readonly admitted: Promise<Admission> | undefined;
}

async function forward(
  allowed: Omit<PassingStream, "admission">,
  { deps: { upstream }, admitted }: Admitting,
): Promise<void> {
  const { stream, headers, origin, entry } = allowed;
  try {
    const passing = { ...allowed, admission: admitted && (await admitted) };
    if (headers.expect?.toLowerCase() === "100-continue" && !stream.destroyed)
      stream.additionalHeaders({ ":status": 100 });
    const open = await upstream.session(origin);
    const isOpen = open !== undefined && !open.session.closed;
    const pool = isOpen ? undefined : await upstream.pool(origin);
    // A stream that the client has closed since then emits no further event.
    if (stream.destroyed) entry.close({ failure: "the stream was aborted" });
    else if (pool) forwardAsHttp1(passing, pool);
    else if (isOpen) forwardStream(passing, open);
  } catch (error) {
    allowed.fail(error);
  }
}

function isDenial(read: Request | Decision): read is Denial {
  return "allowed" in read;
}

function openEntry({ headers, deps, within }: StreamOptions, decision: Decision): OpenEntry {
  const { scheme, host, port, way } = within;
  const { ":method": method = "", ":path": target = "", "user-agent": userAgent } = headers;
  const protocol = "h2";
  const asked = {
    kind: "request",
    way,
    scheme,
    host,
    port,
    method,
    target,
    protocol,
    userAgent,
  } as const;
  return new OpenEntry(deps.log, asked, decision, deps.bodyLimit);
}

interface Answering {
  readonly entry: OpenEntry;
  readonly options: StreamOptions;
}

function deny(
  stream: ServerHttp2Stream,
  { denial, entry, options }: Answering & { denial: Denial },
): void {
  entry.close({ status: 403, decision: denial });
  const { whomToAsk } = options.deps;
  send(stream, 403, writeDenial(denial, { accept: options.headers.accept, whomToAsk }));
}

function answerFailed(
  stream: ServerHttp2Stream,
  { error, entry, options }: Answering & { error: unknown },
): void {
  const { status, explanation, denial } = explainFailure(error);
  if (denial) {
    deny(stream, { denial, entry, options });
    return;
  }
  entry.close({ status, failure: explanation });
  const { whomToAsk } = options.deps;
  send(stream, status, writeFailure(explanation, { accept: options.headers.accept, whomToAsk }));
}

function send(
  stream: ServerHttp2Stream,
  status: number,
  { headers, body }: ReturnType<typeof writeDenial>,
): void {
  if (stream.destroyed || stream.closed || stream.headersSent) {
    breakOff(stream, constants.NGHTTP2_INTERNAL_ERROR);
    return;
  }
  const written: Record<string, string | number> = { ":status": status };
  headers.forEach((name, at) => {
    if (at % 2 === 0) written[name] = headers[at + 1] ?? "";
  });
  stream.respond(written);
  stream.end(body);
  // The rest of the body is not read. The stream is closed without an error code, so that the
  // client accepts the response.
  if (!stream.endAfterHeaders) stream.close(constants.NGHTTP2_NO_ERROR);
}
