import { randomBytes } from "node:crypto";
import { UserError, exitCode } from "../../shared/errors.ts";
import { serveLoopback } from "../../shared/loopback-server.ts";
import type { LoopbackOptions, LoopbackVisit, PageReply } from "../../shared/loopback-server.ts";
import { renderNotice } from "../../shared/own-page.ts";
import { Secret } from "../../shared/secret.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { parseAddress } from "../../forge/parse-address.ts";
import { renderRegistrationPage, formatTopic } from "./registration-page.ts";
import type { RegistrationPage, RegistrationTopic } from "./registration-page.ts";
import type { AppManifest } from "./manifest.ts";
import { codeOf } from "../../shared/error-code.ts";

/** What was seen of a person on their way: they have our page, and they went on from it to the forge. */
export type Sight = "page opened" | "sent on";

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
  /** Tells from now on what is seen, each once; whoever was told before is told no more. */
  watch(tell: (sight: Sight) => void): void;
  /** The next code that comes, one after the other: whether the forge knows it, only the forge can tell. */
  nextCode(): Promise<string>;
  /** Takes the whole address from the browser's address bar; says what is wrong with it, or nothing. */
  acceptAddress(address: string): string | undefined;
  close(): Promise<void>;
}

export interface RegistrationOptions extends RegistrationTopic {
  /** Zero lets the system choose. */
  readonly port: number;
  /** The forge's origin: the only place that the page's form may lead to. */
  readonly webUrl: string;
  /** The forge's page that takes the manifest. */
  readonly registrationLink: string;
  readonly manifest: (redirectUrl: string) => AppManifest;
}

/** The port for the loopback page is taken. */
export class PortInUse extends UserError {
  readonly exitCode = exitCode.usage;

  constructor(port: number) {
    super(`Port ${port} on this machine is taken.`, [
      {
        say: "Choose another one, or leave --port away",
        command: ownCommandLine("setup", "--port", "41873"),
      },
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
    refusal: { status: 400, html: renderNotice({ title: "Not for this page" }, unchanged) },
    // What is served goes by way of us, which is how we know of it; elsewhere nobody reaches us.
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
        : "This is no address. Copy the whole address bar.";
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

/** What was seen, each told once to whoever watches. */
function createSights() {
  let tell: (sight: Sight) => void = () => undefined;
  let told = new Set<Sight>();
  return {
    watch: (next: typeof tell) => {
      tell = next;
      told = new Set();
    },
    see: (sight: Sight) => {
      if (told.has(sight)) return;
      told.add(sight);
      tell(sight);
    },
  };
}

interface Site {
  /** Where the page is. */
  readonly path: string;
  /** Addresses that lead there, and did not yet. */
  readonly visits: Set<string>;
  readonly page: () => string;
  /** Where the page's form leads in the end. */
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
  if (method === "POST" && !isPage) return tell(400, "Not for this page", unchanged);
  if (isOneVisit || isPage) {
    // Only the person opens it, by hand or by us; no page of anybody's leads here.
    if (visit.isFromElsewhere) return tell(400, "Not for this page", "Open the address yourself.");
    return isPage ? answerPage(visit, site) : redirectToPage(visit, site);
  }
  if (url.pathname !== "/registered") return tell(404, "No such page", unchanged);
  const problem = site.accept(url.searchParams);
  if (problem !== undefined)
    return tell(400, "Not accepted", `${problem} gatehouse keeps waiting.`);
  const page = { ...formatTopic(site.topic), title: "The forge has answered" };
  return { status: 200, html: renderNotice(page, "Go back to the terminal: it continues there.") };
}

function answerPage({ method }: LoopbackVisit, site: Site): PageReply {
  if (method === "GET") {
    site.see("page opened");
    return { status: 200, html: site.page() };
  }
  site.see("sent on");
  // 307: the browser sends the same form again, to the forge.
  return { ...tell(307, "Go on", "Go on to the forge."), headers: { location: site.forgeLink } };
}

function redirectToPage(visit: LoopbackVisit, { path, visits }: Site): PageReply {
  // Somebody who does not wait for the page is not told where it is, and uses no visit up.
  const isLed = !visit.hasLeft() && visits.delete(visit.target);
  return isLed
    ? { ...tell(303, "Go on", "Go on to the page."), headers: { location: path } }
    : tell(410, "Used already", howToOpenAgain);
}

/** It may be anybody who reads it: it tells nothing of the run. */
function tell(status: number, title: string, text: string): PageReply {
  return { status, html: renderNotice({ title }, text) };
}

const howToOpenAgain =
  "This address leads to its page once. Press o in the terminal for another one, or open the link that stands there.";

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
