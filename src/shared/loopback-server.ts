import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { pageHeaders } from "./own-page.ts";
import { hasLeft, isOfAnotherUser } from "./peer.ts";
import { http } from "./node-network.ts";

/** A page visit by the operator's browser. */
export interface LoopbackVisit {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Requested path and query. */
  readonly target: string;
  /** Whether a page from another origin linked or redirected to this page. */
  readonly isFromElsewhere: boolean;
  /** Returns whether the client has disconnected, so that its user can no longer be determined. */
  readonly hasLeft: () => boolean;
}

export interface PageReply {
  readonly status: number;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoopbackOptions {
  /** Port number; if 0, the system chooses a port. */
  readonly port: number;
  /** Origins to which forms on these pages can be sent, in addition to this server. */
  readonly formTargets?: readonly string[];
  /**
   * Response to requests from other users, and to requests that do not open a page in a browser.
   */
  readonly refusal: PageReply;
  readonly answer: (visit: LoopbackVisit) => PageReply;
}

/** A server on 127.0.0.1 that serves pages to browsers of the user who runs this process. */
export interface LoopbackServer {
  readonly origin: string;
  /** Stops accepting requests, and completes pending ones. */
  readonly close: () => Promise<void>;
  /** Stops accepting requests, and aborts pending ones. */
  readonly closeNow: () => void;
  /** Lets the process exit although the server is open. */
  readonly unref: () => void;
}

/**
 * Serves pages to a browser of this user on this machine.
 * @throws the system's error (EADDRINUSE, EACCES) if the port is not available
 */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
  const server = http.createServer();
  const silent = watchSilence(server);
  const origin = await listen(server, options.port);
  const headers = pageHeaders(options.formTargets && [origin, ...options.formTargets]);
  server.on("request", (request, response) => {
    const send = () => {
      const visit = isOfAnotherUser(request.socket) ? undefined : readVisit(request, origin);
      const { status, html, headers: more } = visit ? options.answer(visit) : options.refusal;
      response.writeHead(status, { ...headers, ...more }).end(html);
    };
    // An open keep-alive connection would delay the closing of the server for seconds.
    response.once("finish", () => server.listening || request.socket.end());
    // Form data is read although it is not used. Otherwise, closing the connection could lose the
    // response.
    if (request.method === "POST") request.on("end", send).resume();
    else send();
  });
  return {
    origin,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of silent) socket.destroy();
      }),
    closeNow: () => {
      server.close();
      server.closeAllConnections();
    },
    unref: () => {
      server.unref();
      server.on("connection", (socket) => socket.unref());
    },
  };
}

/** Returns undefined for requests that are not a browser's visit to one of these pages. */
function readVisit(request: IncomingMessage, origin: string): LoopbackVisit | undefined {
  // A different host name could be a DNS rebinding attack by another website.
  const [host, ...others] = request.headersDistinct.host ?? [];
  if (others.length > 0 || `http://${host}` !== origin) return undefined;
  const { method } = request;
  const path = request.url ?? "";
  if (!URL.canParse(path, origin) || !isNavigation(request)) return undefined;
  if (method !== "GET" && method !== "POST") return undefined;
  const url = new URL(path, origin);
  return {
    method,
    url,
    target: url.pathname + url.search,
    isFromElsewhere: isFromElsewhere(request),
    hasLeft: () => hasLeft(request.socket),
  };
}

/**
 * Returns whether the browser opens the response as a page, rather than embedding it in another
 * page. Browsers that do not send these headers are accepted.
 */
function isNavigation({ headers }: IncomingMessage): boolean {
  const { "sec-fetch-dest": destination = "document", "sec-fetch-mode": mode = "navigate" } =
    headers;
  return destination === "document" && mode === "navigate";
}

/** @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return !["none", "same-origin"].includes(String(headers["sec-fetch-site"] ?? "none"));
}

/**
 * Tracks connections that have not sent a request. Browsers open such connections in advance, and a
 * closing server would wait for them.
 */
function watchSilence(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ host: "127.0.0.1", port }, listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the system did not assign a port to the local server");
  return `http://127.0.0.1:${address.port}`;
}
