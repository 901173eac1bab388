import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Request } from "../../rules/policy.ts";
import type { OpenEntry } from "../open-entry.ts";
import type { Origin } from "../upstream/dial.ts";

/** A stream whose request may pass. */
export interface PassingStream {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly asked: Request;
  readonly origin: Origin;
  readonly entry: OpenEntry;
  /** Answers that the origin was not reached, where nothing of an answer was sent yet. */
  readonly fail: (error: unknown) => void;
}
