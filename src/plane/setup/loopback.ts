import { randomBytes } from "node:crypto";
import { UserError, exitCode } from "../../shared/errors.ts";
import { serveLoopback } from "../../shared/loopback-server.ts";
import type { LoopbackOptions, LoopbackVisit, PageReply } from "../../shared/loopback-server.ts";
import { renderNotice } from "../../shared/own-page.ts";
import { Secret } from "../../shared/secret.ts";
import { typedWith } from "../../shared/change-option.ts";
import { parseAddress } from "../../forge/parse-address.ts";
import { renderRegistrationPage, formatTopic } from "./registration-page.ts";
import type { RegistrationPage, RegistrationTopic } from "./registration-page.ts";
import type { AppManifest } from "./manifest.ts";
import { codeOf } from "../../shared/error-code.ts";

/** Progress in the browser: the operator opened gatehouse's page, or sent its form to GitHub. */
export type Sight = "page opened" | "sent on";

/** A registration that waits for the browser, or for the address that the operator pastes. */
export interface Registration {
  /** The page to open on this machine. Its address cannot be guessed. */
  readonly link: string;
  /**
   * Returns a new address that redirects to the page once. Use this address in command lines, which
   * every user of this machine can read.
   */
  linkForOneVisit(): string;
  /** The same page as a file, for a browser on a machine that cannot reach this machine. */
  readonly page: string;
  /** Reports each later progress event once. A new watcher replaces the previous one. */
  watch(onSight: (sight: Sight) => void): void;
  /** Returns the codes one by one as they arrive. Only GitHub can check whether a code is valid. */
  nextCode(): Promise<string>;
  /**
   * Accepts the complete address from the browser's address bar. Returns the problem; undefined if
   * the address is valid.
   */
  acceptAddress(address: string): string | undefined;
  close(): Promise<void>;
}

export interface RegistrationOptions extends RegistrationTopic {
  /** Port of the page; if 0, the operating system chooses a port. */
  readonly port: number;
  /** Origin of the forge. The page's form can only be sent to this origin. */
  readonly webUrl: string;
  /** URL of the forge's page that accepts the manifest. */
  readonly registrationLink: string;
  readonly manifest: (redirectUrl: string) => AppManifest;
}

export class PortInUse extends UserError {
  readonly exitCode = exitCode.usage;

  constructor(port: number) {
    super(`Port ${port} on this machine is already in use.`, [
      {
        text: "Choose another port, or omit --port",
        command: typedWith(["setup"], "--port", "41873"),
      },
    ]);
  }
}

/**
 * Serves one page on 127.0.0.1 and waits until the forge redirects the browser back to it. Stray
 * and forged requests get status 400 and have no effect.
 */
export async function openRegistration(options: RegistrationOptions): Promise<Registration> {
  const state = randomBytes(16).toString("hex");
  const path = `/${makeUnguessable()}`;
  const visits = new Set<string>();
  const action = new URL(options.registrationLink);
  action.searchParams.set("state", state);
  const codes = createCodes();
  const accept = (query: URLSearchParams, isPasted = false): string | undefined =>
    checkCallback(query, state) ?? codes.add(query.get("code") ?? "", { isPasted });
  const sights = createSights();
  const site = { path, visits, forgeLink: action.href, topic: options, accept, see: sights.see };
  const draw = (page: Pick<RegistrationPage, "action" | "isSaved">) =>
    renderRegistrationPage(options.manifest(`${origin}/registered`), { ...options, ...page });
  const { origin, close } = await serve({
    port: options.port,
    formTargets: [options.webUrl],
    refusal: { status: 400, html: renderNotice({ title: "Invalid request" }, unchanged) },
    // The form is submitted through this server so that gatehouse notices the submission. A saved
    // page sends it directly to the forge, because another machine cannot reach this server.
    answer: (visit) => answer(visit, { ...site, page: () => draw({ action: path }) }),
  });

  return {
    link: origin + path,
    linkForOneVisit: () => {
      const visit = oneVisit + makeUnguessable();
      visits.add(visit);
      return origin + visit;
    },
    page: draw({ action: action.href, isSaved: true }),
    watch: sights.watch,
    nextCode: codes.next,
    acceptAddress: (address) => {
      const url = parseAddress(address.trim());
      return url
        ? accept(url.searchParams, true)
        : "This is not a URL. Copy everything in the address bar.";
    },
    close,
  };
}

async function serve(options: LoopbackOptions) {
  try {
    return await serveLoopback(options);
  } catch (error) {
    const code = codeOf(error);
    throw code === "EADDRINUSE" || code === "EACCES" ? new PortInUse(options.port) : error;
  }
}

function makeUnguessable(): string {
  return randomBytes(9).toString("base64url");
}

/** Prefix of single-visit addresses. A used address shows an explanation. */
const oneVisit = "/once/";

/**
 * Maximum number of codes in the queue. The operator never sends more, so further codes are
 * rejected. Pasted codes are exempt, because only the operator can paste.
 */
const mostCodes = 20;
const mostSeen = 1000;

/** Creates a queue of received codes. It accepts each code only once. */
function createCodes() {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let give: ((code: string) => void) | undefined;
  return {
    add: (code: string, { isPasted = false } = {}): string | undefined => {
      if (seen.has(code)) return "This code was already received.";
      if (waiting.length >= mostCodes && !isPasted) return "Too many codes were received.";
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

/** Creates the progress reporter, which reports each event once per watcher. */
function createSights() {
  let onSight: (sight: Sight) => void = () => undefined;
  let reported = new Set<Sight>();
  return {
    watch: (next: typeof onSight) => {
      onSight = next;
      reported = new Set();
    },
    see: (sight: Sight) => {
      if (reported.has(sight)) return;
      reported.add(sight);
      onSight(sight);
    },
  };
}

interface Site {
  readonly path: string;
  /** Unused single-visit addresses. */
  readonly visits: Set<string>;
  readonly page: () => string;
  /** URL on the forge to which the page's form is finally submitted. */
  readonly forgeLink: string;
  readonly topic: RegistrationTopic;
  readonly accept: (query: URLSearchParams) => string | undefined;
  readonly see: (sight: Sight) => void;
}

const unchanged = "Nothing was changed.";

function answer(visit: LoopbackVisit, site: Site): PageReply {
  const { url, target, method } = visit;
  const isOneVisit = url.pathname.startsWith(oneVisit);
  const isPage = isSame(target, site.path);
  if (method === "POST" && !isPage) return onSight(400, "Invalid request", unchanged);
  if (isOneVisit || isPage) {
    // Only the operator and gatehouse open this address, so visits through a link on another page
    // are rejected.
    if (visit.isFromElsewhere)
      return onSight(400, "Invalid request", "Open this address directly in the browser.");
    return isPage ? answerPage(visit, site) : redirectToPage(visit, site);
  }
  if (url.pathname !== "/registered") return onSight(404, "Page not found", unchanged);
  const problem = site.accept(url.searchParams);
  if (problem !== undefined)
    return onSight(400, "Not accepted", `${problem} gatehouse keeps waiting.`);
  const page = { ...formatTopic(site.topic), title: "Registration received" };
  return { status: 200, html: renderNotice(page, "Return to the terminal to continue.") };
}

function answerPage({ method }: LoopbackVisit, site: Site): PageReply {
  if (method === "GET") {
    site.see("page opened");
    return { status: 200, html: site.page() };
  }
  site.see("sent on");
  // Status 307 makes the browser send the same form to the forge.
  return {
    ...onSight(307, "Continue", "Continue to the registration form."),
    headers: { location: site.forgeLink },
  };
}

function redirectToPage(visit: LoopbackVisit, { path, visits }: Site): PageReply {
  // A client that disconnects early does not learn the page's address, so the single-visit address
  // stays valid.
  const isRedirected = !visit.hasLeft() && visits.delete(visit.target);
  return isRedirected
    ? { ...onSight(303, "Continue", "Continue to the page."), headers: { location: path } }
    : onSight(410, "Link already used", howToOpenAgain);
}

/** Any local user can read this reply, so it does not reveal anything about the run. */
function onSight(status: number, title: string, text: string): PageReply {
  return { status, html: renderNotice({ title }, text) };
}

const howToOpenAgain =
  "This link works once. Press o in the terminal for a new link, or open the link shown there.";

function checkCallback(query: URLSearchParams, state: string): string | undefined {
  const names = [...query.keys()].toSorted().join();
  if (names !== "code,state") return "The address must contain exactly one code and one state.";
  if (!isSame(query.get("state") ?? "", state))
    return "The state does not belong to this registration.";
  if (!/^[\w-]{1,200}$/.test(query.get("code") ?? "")) return "The code has an invalid format.";
  return undefined;
}

/** Compares in constant time, so that timing does not reveal a partial match. */
function isSame(left: string, right: string): boolean {
  return new Secret(left).equals(new Secret(right));
}
