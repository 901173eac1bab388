import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { UserError, exitCode } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";
import { hasLeft, isOfAnotherUser } from "../../shared/peer.ts";
import { parseAddress } from "../../forge/parse-address.ts";
import { pageStyle, renderOutcomePage, renderRegistrationPage } from "./registration-page.ts";
import type { AppManifest } from "./manifest.ts";

/** A registration that waits for the browser, or for the address that the browser ended at. */
export interface Registration {
  /** The page to open on this machine; its address is nobody's to guess. */
  readonly link: string;
  /**
   * An address that leads to the page once, another one each time: for a command line, which everybody on this machine
   * may read.
   */
  linkForOneVisit(): string;
  /** The same page as a file, for a machine whose browser cannot reach this one. */
  readonly page: string;
  /** The next code that comes, one after the other: whether the forge knows it, only the forge can tell. */
  nextCode(): Promise<string>;
  /** Takes the whole address from the browser's address bar; says what is wrong with it, or nothing. */
  acceptAddress(address: string): string | undefined;
  close(): Promise<void>;
}

export interface RegistrationOptions {
  /** Zero lets the system choose. */
  readonly port: number;
  /** The forge's origin: the only place that the page's form may go to. */
  readonly webUrl: string;
  /** The forge's page that takes the manifest. */
  readonly registrationLink: string;
  readonly manifest: (redirectUrl: string) => AppManifest;
}

/** The port for the loopback page is taken. */
export class PortTaken extends UserError {
  readonly exitCode = exitCode.usage;

  constructor(port: number) {
    super(`Port ${port} on this machine is taken.`, [
      { say: "Choose another one, or leave --port away", command: "gatehouse setup --port 41873" },
    ]);
  }
}

/**
 * Serves one page on 127.0.0.1 and waits for the forge to send the browser back to it.
 * A stray or forged call is answered with 400 and changes nothing.
 */
export async function openRegistration(options: RegistrationOptions): Promise<Registration> {
  const state = randomBytes(16).toString("hex");
  const path = `/${makeUnguessable()}`;
  const visits = new Set<string>();
  const server = createServer();
  const silent = watchSilence(server);
  const origin = await listen(server, options.port);
  const action = new URL(options.registrationLink);
  action.searchParams.set("state", state);
  const page = renderRegistrationPage(options.manifest(`${origin}/registered`), action.href);
  const codes = createCodes();
  const accept = (query: URLSearchParams, isPasted = false): string | undefined =>
    checkCallback(query, state) ?? codes.add(query.get("code") ?? "", { isPasted });
  server.on("request", (request, response) => {
    answer(request, response, { origin, path, visits, page, webUrl: options.webUrl, accept });
  });

  return {
    link: origin + path,
    linkForOneVisit: () => {
      const visit = oneVisit + makeUnguessable();
      visits.add(visit);
      return origin + visit;
    },
    page,
    nextCode: codes.next,
    acceptAddress: (address) => {
      const url = parseAddress(address.trim());
      return url
        ? accept(url.searchParams, true)
        : "This is no address. Copy the whole address bar.";
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of silent) socket.destroy();
      }),
  };
}

function makeUnguessable(): string {
  return randomBytes(9).toString("base64url");
}

/** What addresses for one visit begin with: one that was used is told what to do. */
const oneVisit = "/once/";

/** More codes that wait than a person causes are somebody else's; what a person pastes is always theirs. */
const mostCodes = 20;
const mostSeen = 1000;

/** Codes that came, each once, for who asks for the next. */
function createCodes() {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let give: ((code: string) => void) | undefined;
  return {
    add: (code: string, { isPasted = false } = {}): string | undefined => {
      if (seen.has(code)) return "This code has come already.";
      if (waiting.length >= mostCodes && !isPasted) return "Too many codes have come.";
      seen.add(code);
      const [oldest = ""] = seen;
      if (seen.size > mostSeen) seen.delete(oldest);
      if (give) give(code);
      else waiting.push(code);
      give = undefined;
      return undefined;
    },
    next: (): Promise<string> => {
      const code = waiting.shift();
      if (code !== undefined) return Promise.resolve(code);
      return new Promise((resolve) => {
        give = resolve;
      });
    },
  };
}

interface Site {
  readonly origin: string;
  /** Where the page is. */
  readonly path: string;
  /** Addresses that lead there, and did not yet. */
  readonly visits: Set<string>;
  readonly page: string;
  readonly webUrl: string;
  readonly accept: (query: URLSearchParams) => string | undefined;
}

function answer(request: IncomingMessage, response: ServerResponse, site: Site): void {
  const send = (status: number, html: string, more: Record<string, string> = {}) => {
    response.writeHead(status, { ...pageHeaders(site.webUrl), ...more }).end(html);
  };
  // Another name for this address would be a page of somebody else's that rebinds its name to us.
  const hosts = request.headersDistinct.host ?? [];
  const url =
    hosts.length === 1 &&
    `http://${hosts[0]}` === site.origin &&
    parseAddress(request.url ?? "", site.origin);
  const isWelcome = request.method === "GET" && isVisit(request);
  if (!url || !isWelcome || isOfAnotherUser(request.socket)) {
    return send(400, renderOutcomePage("Not for this page", "Nothing was changed."));
  }
  const isOneVisit = url.pathname.startsWith(oneVisit);
  if (isOneVisit || isSame(url.pathname + url.search, site.path)) {
    // Only the person opens it, by hand or by us; no page of anybody's leads here.
    if (isFromElsewhere(request)) {
      return send(400, renderOutcomePage("Not for this page", "Open the address yourself."));
    }
    if (!isOneVisit) return send(200, site.page);
    // Somebody who does not wait for the page is not told where it is, and uses no visit up.
    const isLed = !hasLeft(request.socket) && site.visits.delete(url.pathname + url.search);
    return isLed
      ? send(303, renderOutcomePage("Go on", "Go on to the page."), { location: site.path })
      : send(410, renderOutcomePage("Used already", howToOpenAgain));
  }
  if (url.pathname !== "/registered") {
    return send(404, renderOutcomePage("No such page", "Nothing was changed."));
  }
  const problem = site.accept(url.searchParams);
  if (problem !== undefined) {
    return send(400, renderOutcomePage("Not accepted", `${problem} gatehouse keeps waiting.`));
  }
  send(
    200,
    renderOutcomePage("The forge has answered", "Go back to the terminal: it continues there."),
  );
}

const howToOpenAgain =
  "This address leads to its page once. Press o in the terminal for another one, or open the link that stands there.";

/** Whether a browser goes to a page here, where it says what it does: nothing here is a part of any other page. */
function isVisit({ headers }: IncomingMessage): boolean {
  const { "sec-fetch-dest": destination = "document", "sec-fetch-mode": mode = "navigate" } =
    headers;
  return destination === "document" && mode === "navigate";
}

/** @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return !["none", "same-origin"].includes(String(headers["sec-fetch-site"] ?? "none"));
}

function pageHeaders(webUrl: string): Record<string, string> {
  const styleHash = createHash("sha256").update(pageStyle).digest("base64");
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${webUrl}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    connection: "close",
  };
}

function checkCallback(query: URLSearchParams, state: string): string | undefined {
  const names = [...query.keys()].toSorted().join();
  if (names !== "code,state") return "The address does not carry exactly one code and one state.";
  if (!isSame(query.get("state") ?? "", state))
    return "The state is not the one of this registration.";
  if (!/^[\w-]{1,200}$/.test(query.get("code") ?? ""))
    return "The code has a form that no forge sends.";
  return undefined;
}

/** Without telling, by its time, how much of it was right. */
function isSame(left: string, right: string): boolean {
  return new Secret(left).equals(new Secret(right));
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
    server.once("error", (error: NodeJS.ErrnoException) => {
      failed(error.code === "EADDRINUSE" || error.code === "EACCES" ? new PortTaken(port) : error);
    });
    server.listen({ host: "127.0.0.1", port }, listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return `http://127.0.0.1:${address.port}`;
}
