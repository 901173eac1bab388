import type { AnswerHeaders } from "./one-request.ts";

/** An answer that is kept for its ETag: unchanged, it is not sent again, and costs no capacity. */
export interface Representation {
  readonly etag: string;
  readonly text: string;
  readonly headers: AnswerHeaders;
}

/** Answers by their address, of one credential: an ETag is bound to it. */
export type Representations = Pick<Map<string, Representation>, "get" | "set">;
