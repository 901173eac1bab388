import { randomBytes } from "node:crypto";
import { serveLoopback } from "../shared/loopback-server.ts";
import type { LoopbackVisit, PageReply } from "../shared/loopback-server.ts";
import { renderNotice } from "../shared/own-page.ts";
import { copyText } from "./copy-text.ts";
import type { ShortLinks } from "./short-links.ts";
import { openLink, whyNoBrowser } from "./open-link.ts";

/** A desk that is open until it is closed, or the process ends: it keeps none alive. */
export interface OpenedShortLinks extends ShortLinks {
  /** Has the link's address lead to it once, and to another link from then on: what signs a browser in signs in one. */
  addShortLink(link: string, after: string): void;
  /** Its addresses lead nowhere any more. */
  close(): void;
}

export interface ShortLinksOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Whether a browser may be opened. */
  readonly mayOpen: boolean;
}

/** An address here is as long: of two that take as many columns, the true one is the better one to see. */
const shortEnough = 36;

/**
 * Opens a desk on 127.0.0.1, for links that are too long for a terminal. An address here is nobody's to guess, and of
 * use to no other user of this machine.
 */
export async function openShortLinks({
  env,
  mayOpen,
}: ShortLinksOptions): Promise<OpenedShortLinks> {
  // Where this machine is not the one that the person sits at, neither browser nor clipboard of it is theirs.
  const copy = (text: string) =>
    whyNoBrowser(env, true) === undefined ? copyText(text, env) : Promise.resolve(false);
  const plain = { shorten: same, copy, addShortLink: () => undefined, close: () => undefined };
  if (whyNoBrowser(env, mayOpen) !== undefined) {
    return { ...plain, open: () => Promise.resolve(false) };
  }
  const ways = createWays();
  const site = { port: 0, refusal: nothingHere, answer: ways.answer };
  // Best effort: where nothing may be served, a long link stands on the screen as it is.
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

/** Which path leads where. */
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
      // Only the person opens it: no page of anybody's leads here.
      if (link === undefined || method !== "GET" || isFromElsewhere) return nothingHere;
      const after = followers.get(link);
      if (after !== undefined) {
        // Somebody who does not wait for the answer may be anybody, and uses nothing up.
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
    { title: "Nothing is here" },
    "Open the link that stands in the terminal. It leads on while gatehouse runs there.",
  ),
};

const onTheWay = renderNotice({ title: "Go on" }, "Go on to the page.");
