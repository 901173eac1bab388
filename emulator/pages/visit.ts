import type { Session } from "../auth/sessions.ts";
import type { Replying } from "../http/reply.ts";
import type { Forge, Request } from "../http/call.ts";
import type { Play } from "../http/faults.ts";
import type { Account } from "../state/world.ts";

/** A request for a page, or the submission of one of its forms. */
export interface Visit extends Request {
  readonly forge: Forge;
  readonly params: Readonly<Record<string, string>>;
  readonly session: Session;
  /** The account that is signed in. */
  readonly viewer: Account;
  readonly form: URLSearchParams;
  readonly play: Play | undefined;
}

export type Show = (visit: Visit) => Replying;
