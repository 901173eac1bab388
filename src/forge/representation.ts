import type { AnswerHeaders } from "./one-request.ts";

/**
 * A response that is kept for its ETag. If it is unchanged, GitHub does not send it again and
 * counts no request.
 */
export interface Representation {
  readonly etag: string;
  readonly text: string;
  readonly headers: AnswerHeaders;
}

/** Responses of one credential by address, because an ETag is bound to a credential. */
export type Representations = Pick<Map<string, Representation>, "get" | "set">;
