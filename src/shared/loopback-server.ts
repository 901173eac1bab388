import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { pageHeaders } from "./own-page.ts";
import { hasLeft, isOfAnotherUser } from "./peer.ts";
import { http } from "./node-network.ts";

/** A browser of the operator's that goes to an address here. */
export interface LoopbackVisit {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Path and query, as they were asked for. */
  readonly target: string;
  /** Led here by a page that is not ours. */
  readonly isFromElsewhere: boolean;
  /** Whoever asked has left already, so that nobody tells any more who it was. */
  readonly hasLeft: () => boolean;
}

export interface PageReply {
  readonly status: number;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoopbackOptions {
  /** Zero lets the system choose. */
  readonly port: number;
  /** Where forms on these pages may go to, besides this server itself. */
  readonly formTargets?: readonly string[];
  /** For whoever is not the operator, or asks in a way in which no browser goes to a page. */
  readonly refusal: PageReply;
  readonly answer: (visit: LoopbackVisit) => PageReply;
}

/** Pages on 127.0.0.1, for the browser of the person who runs this process. */
export interface LoopbackServer {
  readonly origin: string;
  /** Takes no more visits; pages that are on their way arrive first. */
  readonly close: () => Promise<void>;
  /** Takes no more visits, and ends those that are under way. */
  readonly closeNow: () => void;
  /** Is no reason for the process to go on. */
  readonly unref: () => void;
}

/**
 * Serves pages to a browser of this user on this machine.
 * @throws the system's own error (EADDRINUSE, EACCES) when the port is taken
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
    // A connection that is kept for more would hold a closed server for seconds.
    response.once("finish", () => server.listening || request.socket.end());
    // What comes with a form is of no use here, but a connection that is closed before it was read loses the answer.
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

/** Undefined for what no browser does that goes to a page here. */
function readVisit(request: IncomingMessage, origin: string): LoopbackVisit | undefined {
  // Another name for this address would be a page of somebody else's that rebinds its name to us.
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

/** Whether a browser goes to a page here, where it says what it does: nothing here is a part of any other page. */
function isNavigation({ headers }: IncomingMessage): boolean {
  const { "sec-fetch-dest": destination = "document", "sec-fetch-mode": mode = "navigate" } =
    headers;
  return destination === "document" && mode === "navigate";
}

/** @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return !["none", "same-origin"].includes(String(headers["sec-fetch-site"] ?? "none"));
}

/** Connections that asked nothing yet: a browser opens some in advance, and the server would wait for them. */
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
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return `http://127.0.0.1:${address.port}`;
}
