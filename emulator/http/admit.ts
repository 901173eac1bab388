import type { IncomingMessage } from "node:http";
import { isOfAnotherUser } from "../../src/shared/peer.ts";
import { wire } from "../wire.ts";
import { Refusal } from "./reply.ts";

/**
 * Checks a request before its body is read. This forge runs workflows as the user who started it.
 * It therefore serves only that user's programs and browsers, and requests from its own pages.
 * @throws Refusal 421 if the host name is not the forge's, for example after DNS rebinding
 * @throws Refusal 403 for another user of this machine, and for requests from other sites
 */
export function admit(message: IncomingMessage, origin: string): void {
  // Paths for programs require a credential that browsers do not send automatically, so the sender
  // of the request is not checked.
  if (!isForPrograms(message.url ?? "") && isOfAnotherUser(message.socket)) {
    throw new Refusal(403, "This forge belongs to another user.");
  }
  const target = readTarget(message, origin);
  if (target === undefined) throw new Refusal(421, "The Host header does not match this forge.");
  if (!isOurs(message) && !allowsCrossOrigin(message, target)) {
    throw new Refusal(403, "Requests from other sites are not allowed.");
  }
}

/** Returns the requested URL, or undefined if it does not belong to this forge. */
export function readTarget(message: IncomingMessage, origin: string): URL | undefined {
  const hosts = message.headersDistinct.host ?? [];
  const [host = ""] = hosts;
  const target = message.url ?? "";
  if (hosts.length !== 1) return undefined;
  // A target of "//x" is a path, but a URL parser would read it as a host.
  const text = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const names = [...ownHosts(origin), ...(target.startsWith("/") ? [] : proxiedHosts)];
  const isOurs = [url.host, host.toLowerCase()].every((name) => names.includes(name));
  return isOurs && url.protocol === "http:" && url.username === "" ? url : undefined;
}

function ownHosts(origin: string): string[] {
  const { port } = new URL(origin);
  return ["127.0.0.1", "localhost", wire.webHost].map((name) => `${name}:${port}`);
}

/**
 * Hosts whose requests `gh` sends through the proxy. Web pages cannot send such requests: in a
 * browser, these names point to other ports on this machine.
 */
const proxiedHosts: readonly string[] = [wire.webHost, wire.apiHost];

/**
 * Returns whether the request comes from a program, a page of this forge, or an address typed into
 * a browser.
 */
function isOurs({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnSite && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}

/**
 * Returns whether other sites are allowed to send the request. Other sites can link to pages, and a
 * setup page posts its manifest. These requests only show a page.
 */
function allowsCrossOrigin({ headers, method }: IncomingMessage, { pathname }: URL): boolean {
  const mode = headers["sec-fetch-mode"] ?? "navigate";
  const destination = headers["sec-fetch-dest"] ?? "document";
  if (mode !== "navigate" || destination !== "document") return false;
  if (method === "POST") return isManifestPage(pathname);
  return method === "GET" && !isForPrograms(pathname);
}

/**
 * Returns whether the path accepts a token, the operator key or a signed link, but not a cookie.
 */
function isForPrograms(path: string): boolean {
  return /^\/(?:api|graphql|_emulator|storage)(?:\/|\?|$)/.test(path);
}

/**
 * Returns whether the path belongs to the page that shows a manifest. The user then decides whether
 * to create the App.
 */
export function isManifestPage(path: string): boolean {
  return /^(?:\/organizations\/[^/]+)?\/settings\/apps\/new$/.test(path);
}
