import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Request } from "../../rules/policy.ts";
import type { Admission } from "../budget-gate.ts";
import type { OpenEntry } from "../open-entry.ts";
import type { Origin } from "../upstream/dial.ts";

/** A stream whose request is allowed. */
export interface PassingStream {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly asked: Request;
  readonly origin: Origin;
  readonly entry: OpenEntry;
  /** Undefined without a budget. */
  readonly admission: Admission | undefined;
  /** Sends an error response if no response has started yet. */
  readonly fail: (error: unknown) => void;
}
