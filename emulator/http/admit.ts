import type { IncomingMessage } from "node:http";
import { isOfAnotherUser } from "../../src/shared/peer.ts";
import { wire } from "../wire.ts";
import { Refusal } from "./reply.ts";

/**
 * Lets a request in, or not, before anything of it is read. This forge runs workflows as its owner: it is for programs
 * and browsers of theirs, and for pages that it showed itself.
 * @throws Refusal 421 under a name that is not the forge's, as of a page whose name was rebound to this address
 * @throws Refusal 403 for another user of this machine, and for what a page of elsewhere sends
 */
export function admit(message: IncomingMessage, origin: string): void {
  // What programs ask brings a proof that no port of this machine is given unasked.
  if (!isForPrograms(message.url ?? "") && isOfAnotherUser(message.socket)) {
    throw new Refusal(403, "This forge is another user's.");
  }
  const target = readTarget(message, origin);
  if (target === undefined) throw new Refusal(421, "This forge has another name.");
  if (!isOurs(message) && !mayComeFromElsewhere(message, target)) {
    throw new Refusal(403, "A page of elsewhere may not ask this.");
  }
}

/** The address that is asked for; undefined when it is not this forge's. */
export function readTarget(message: IncomingMessage, origin: string): URL | undefined {
  const hosts = message.headersDistinct.host ?? [];
  const [host = ""] = hosts;
  const target = message.url ?? "";
  if (hosts.length !== 1) return undefined;
  // A target of "//x" is a path here, though a URL parser would take it for a host.
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

/** What the real forge CLI asks its proxy for. No page can: to a browser these names are another port of this machine. */
const proxiedHosts: readonly string[] = [wire.webHost, wire.apiHost];

/** Whether it is no browser that asks, or one on a page of this forge, or one that was told an address. */
function isOurs({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnSite && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}

/** A link leads here from anywhere, and a setup's page brings its manifest: both only show a page. */
function mayComeFromElsewhere({ headers, method }: IncomingMessage, { pathname }: URL): boolean {
  const mode = headers["sec-fetch-mode"] ?? "navigate";
  const destination = headers["sec-fetch-dest"] ?? "document";
  if (mode !== "navigate" || destination !== "document") return false;
  if (method === "POST") return isManifestPage(pathname);
  return method === "GET" && !isForPrograms(pathname);
}

/** Whether no cookie counts there, but a token, the operator key, or the signature of a link. */
function isForPrograms(path: string): boolean {
  return /^\/(?:api|graphql|_emulator|storage)(?:\/|\?|$)/.test(path);
}

/** The page that shows a manifest to the person, who then makes an App of it or not. */
export function isManifestPage(path: string): boolean {
  return /^(?:\/organizations\/[^/]+)?\/settings\/apps\/new$/.test(path);
}
