import { randomBytes } from "node:crypto";
import { serveLoopback } from "../shared/loopback-server.ts";
import type { LoopbackVisit, PageReply } from "../shared/loopback-server.ts";
import { renderNotice } from "../shared/own-page.ts";
import { copyText } from "./copy-text.ts";
import type { ShortLinks } from "./short-links.ts";
import { openLink, whyNoBrowser } from "./open-link.ts";

/**
 * A server for short links. It runs until it is closed or the process exits, and does not keep the
 * process alive.
 */
export interface OpenedShortLinks extends ShortLinks {
  /**
   * The short link redirects to `link` the first time and to `after` from then on, because a
   * sign-in link must sign in only one browser.
   */
  addShortLink(link: string, after: string): void;
  /** Stops the server and all redirects. */
  close(): void;
}

export interface ShortLinksOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Whether a browser may be opened. */
  readonly mayOpen: boolean;
}

/** Length of a short address in columns. Links of this length or less are shown unchanged. */
const shortEnough = 36;

/**
 * Starts a server on 127.0.0.1 that shortens links that are too long for a terminal. The short
 * addresses cannot be guessed, so other users of this machine cannot use them.
 */
export async function openShortLinks({
  env,
  mayOpen,
}: ShortLinksOptions): Promise<OpenedShortLinks> {
  // If the operator uses this machine remotely, its browser and clipboard are not the operator's.
  const copy = (text: string) =>
    whyNoBrowser(env, true) === undefined ? copyText(text, env) : Promise.resolve(false);
  const plain = { shorten: same, copy, addShortLink: () => undefined, close: () => undefined };
  if (whyNoBrowser(env, mayOpen) !== undefined) {
    return { ...plain, open: () => Promise.resolve(false) };
  }
  const ways = createWays();
  const site = { port: 0, refusal: nothingHere, answer: ways.answer };
  // Best effort: if the server cannot start, long links are shown unchanged.
  const server = await serveLoopback(site).catch(() => undefined);
  if (!server) return { ...plain, open: openLink };
  server.unref();
  return {
    shorten: (link) => {
      const href = link.length > shortEnough ? readWebLink(link) : undefined;
      return href === undefined ? link : server.origin + ways.pathOf(href);
    },
    open: openLink,
    copy,
    addShortLink: (link, after) => ways.addShortLink(readWebLink(link), readWebLink(after)),
    close: server.closeNow,
  };
}

function same(link: string): string {
  return link;
}

function readWebLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, href } = new URL(link);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

function createWays() {
  const paths = new Map<string, string>();
  const links = new Map<string, string>();
  const followers = new Map<string, string>();
  return {
    pathOf: (link: string): string => {
      const path = paths.get(link) ?? `/${randomBytes(9).toString("base64url")}`;
      paths.set(link, path);
      if (!links.has(path)) links.set(path, link);
      return path;
    },
    addShortLink: (link: string | undefined, after: string | undefined) => {
      if (link !== undefined && after !== undefined) followers.set(link, after);
    },
    answer: ({ method, target, isFromElsewhere, hasLeft }: LoopbackVisit): PageReply => {
      const link = links.get(target);
      // Rejects requests from other web pages, because only the operator may open the link.
      if (link === undefined || method !== "GET" || isFromElsewhere) return nothingHere;
      const after = followers.get(link);
      if (after !== undefined) {
        // A client that disconnects before the response may not be the browser, so its request does
        // not use up the link.
        if (hasLeft()) return nothingHere;
        links.set(target, after);
      }
      return { status: 303, html: onTheWay, headers: { location: link } };
    },
  };
}

const nothingHere: PageReply = {
  status: 404,
  html: renderNotice(
    { title: "Page not found" },
    "Open the link shown in the terminal. It works as long as gatehouse is running there.",
  ),
};

const onTheWay = renderNotice({ title: "Redirecting" }, "Continue to the page.");
