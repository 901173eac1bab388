import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { signInParameter } from "../auth/operator-key.ts";
import { admit } from "./admit.ts";
import { Refusal, type Reply } from "./reply.ts";
import type { Request } from "./call.ts";
import type { Faults, Play } from "./faults.ts";
import { versionOf } from "./check-headers.ts";
import { readRequest } from "./read-request.ts";

/** Answers one request. `who` is the caller's name in the request log. */
export type Respond = (
  request: Request,
  play: Play | undefined,
) => Promise<{ reply: Reply; who: string }>;

export interface RequestEntry {
  readonly method: string;
  /** Path without `/api/v3` and without the query. */
  readonly path: string;
  readonly query: string;
  /** HTTP status; 0 if the connection was cut. */
  readonly status: number;
  readonly who: string;
}

/** A request and its response, for tests that compare them with GitHub's API description. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The requested API version. */
  readonly version: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

export interface Serving {
  origin: string;
  respond: Respond;
  faults: Faults;
  /**
   * Counts a request as open until the returned function is called. Returns undefined if too many
   * requests are open.
   */
  enter: (request: Request) => (() => void) | undefined;
  log: (entry: RequestEntry) => void;
  onExchange: ((exchange: Exchange) => void) | undefined;
  signal: AbortSignal;
}

/**
 * Listens only on 127.0.0.1, on the given port. The caller must call `serveOn` in the same turn of
 * the event loop.
 */
export async function listen(port: number): Promise<{ server: Server; origin: string }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${taken}` };
}

export function serveOn(server: Server, serving: Serving): void {
  server.on("request", (message, response) => void serve(message, response, serving));
}

async function serve(message: IncomingMessage, response: ServerResponse, serving: Serving) {
  try {
    admit(message, serving.origin);
    const request = await readRequest(message, serving.origin);
    await serveRequest(request, response, serving);
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    const refusal = error instanceof Refusal ? error : new Refusal(500, describe(error));
    send(response, { method: "GET" }, refusal.reply());
  }
}

async function serveRequest(request: Request, response: ServerResponse, serving: Serving) {
  const { faults, log, respond, signal, onExchange } = serving;
  const { method, path, query, area } = request;
  const entry = { method, path, query: withoutCode(query).toString() };
  const leave = serving.enter(request);
  if (leave) response.once("close", leave);
  const play = leave ? consumePlay(faults, request) : ({ kind: "secondary-limit" } as const);
  if (play?.kind === "latency") await wait(play.ms, undefined, { signal });
  if (play?.kind === "cut" && play.when === "before") {
    log({ ...entry, status: 0, who: "unknown" });
    return void response.destroy();
  }
  const { reply, who } = await respond(request, play);
  const isCut = play?.kind === "cut";
  if (area !== "control") log({ ...entry, status: isCut ? 0 : reply.status, who });
  if (area === "rest" && isJson(reply)) onExchange?.(exchangeOf(request, reply));
  if (isCut) return void response.destroy();
  send(response, request, play?.kind === "body" ? spoil(reply, play) : reply);
}

function consumePlay(faults: Faults, { area, method, path }: Request): Play | undefined {
  return area === "control" ? undefined : faults.match(method, path);
}

/** Returns the same response with a different body. */
function spoil(
  { headers, status: usual, type: usualType }: Reply,
  { text, status = usual, type = usualType }: Extract<Play, { kind: "body" }>,
): Reply {
  return {
    status,
    text,
    type: type ?? "application/json; charset=utf-8",
    ...(headers && { headers }),
  };
}

/**
 * Returns whether the body can be compared with the API description. This includes an empty body,
 * but not files and text.
 */
function isJson({ text, bytes }: Reply): boolean {
  return text === undefined && bytes === undefined;
}

/** Removes the sign-in code from a logged query, because a log must not contain it. */
function withoutCode(query: URLSearchParams): URLSearchParams {
  const shown = new URLSearchParams(query);
  shown.delete(signInParameter);
  return shown;
}

function exchangeOf(request: Request, { status, json }: Reply): Exchange {
  const responseBody: unknown = json === undefined ? undefined : JSON.parse(JSON.stringify(json));
  const { method, path, body } = request;
  const version = versionOf(request);
  return { method, path, version, requestBody: parseOrUndefined(body), status, responseBody };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { method }: { method: string }, reply: Reply): void {
  const { status, json, text, bytes, type, headers } = reply;
  const body = json === undefined ? (text ?? bytes) : JSON.stringify(json);
  const usual = json === undefined ? "text/html; charset=utf-8" : "application/json; charset=utf-8";
  response.writeHead(status, {
    ...(body !== undefined && { "content-type": type ?? usual }),
    ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(method === "HEAD" ? undefined : body);
}

/**
 * Describes an internal error. Clients can see the details, because the embedded forge runs on its
 * user's machine.
 */
function describe(error: unknown): string {
  return `Internal error of the embedded forge: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
