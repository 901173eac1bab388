import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { contain } from "../contain.ts";
import type { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import { statusText, writeDenial, writeFailure, type Denial } from "../refusal/denial.ts";
import { explainFailure } from "../upstream/explain-failure.ts";
import type { ReadHeaders } from "./read-headers.ts";
import { http } from "../../../shared/node-network.ts";

interface Printed {
  readonly entry: OpenEntry;
  readonly deps: Pick<ProxyDeps, "whomToAsk" | "writeDenial">;
}

export function answerDenied(
  response: ServerResponse,
  {
    denial,
    entry,
    headers,
    deps,
  }: Printed & { denial: Denial; headers: Pick<ReadHeaders, "accept" | "hasBody"> },
): void {
  entry.close({ status: 403, decision: denial });
  const { accept } = headers;
  const { whomToAsk, writeDenial: write = writeDenial } = deps;
  const answer = write(denial, { accept, whomToAsk });
  // The rest of the body is not read, so this connection cannot be used for another request.
  const rest = headers.hasBody ? ["connection", "close"] : [];
  send(response, {
    status: 403,
    text: statusText(denial),
    headers: [...answer.headers, ...rest],
    body: answer.body,
  });
}

/**
 * Responds to a request that did not reach its origin. The status is 502 or 504, or 403 if the
 * address is forbidden.
 */
export function answerFailed(
  response: ServerResponse,
  { error, entry, accept, deps }: Printed & { error: unknown; accept: string | undefined },
): void {
  const { status, explanation, denial } = explainFailure(error);
  if (denial) {
    answerDenied(response, { denial, entry, headers: { accept, hasBody: true }, deps });
    return;
  }
  entry.close({ status, failure: explanation });
  const { headers, body } = writeFailure(explanation, { accept, whomToAsk: deps.whomToAsk });
  send(response, { status, headers: [...headers, "connection", "close"], body });
}

/**
 * Creates a response on a socket that the HTTP server has released. The socket closes when the
 * response ends.
 */
export function respondOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new http.ServerResponse(request);
  contain(response, () => socket.destroy());
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => {
    response.detachSocket(socket);
    socket.end();
  });
  return response;
}

function send(
  response: ServerResponse,
  {
    status,
    text = http.STATUS_CODES[status] ?? "",
    headers,
    body,
  }: { status: number; text?: string; headers: string[]; body: string },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(status, text, headers).end(body);
}
