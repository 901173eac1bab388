import type { Secret } from "../../src/shared/secret.ts";
import type { Caller } from "../auth/caller.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Runs } from "../runs/runs.ts";
import type { AppKeyPair } from "../state/app-keys.ts";
import type { LogLinks } from "../state/log-links.ts";
import type { Settling } from "../state/settling.ts";
import type { Store } from "../state/store.ts";
import type { Replying } from "./reply.ts";
import type { Play } from "./faults.ts";
import type { RateLimits } from "./rate-limits.ts";

/** The context that all parts of the forge share. */
export interface Forge extends Store {
  readonly now: () => Date;
  readonly webUrl: string;
  readonly limits: RateLimits;
  /** The key that proves that a program or browser belongs to the user who runs this forge. */
  readonly operatorKey: Secret;
  readonly sessions: Sessions;
  readonly runs: Runs;
  readonly settling: Settling;
  readonly logLinks: LogLinks;
  readonly makeKey: () => Promise<AppKeyPair>;
}

/**
 * Base URLs for links in a response: the API root at the address that the client used, and the root
 * of the web pages.
 */
export interface Urls {
  readonly api: string;
  readonly web: string;
}

/** A parsed request. */
export interface Request {
  readonly area: "rest" | "graphql" | "web" | "storage" | "control";
  readonly method: string;
  /** Path without `/api/v3`, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly urls: Urls;
}

export interface Call extends Request {
  readonly forge: Forge;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /**
   * The injected fault for this request. Handlers simulate only faults that change a page's
   * decision, such as `signed-out`.
   */
  readonly play: Play | undefined;
}

export type Handle = (call: Call) => Replying;

/** Returns a path parameter. The route table guarantees that it exists. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`the route of ${call.path} does not define :${name}`);
  return value;
}
