import type { AnswerHeaders } from "./one-request.ts";

/**
 * A response that is kept for its ETag. If the response is unchanged, GitHub does not send it again
 * and does not count the request.
 */
export interface Representation {
  readonly etag: string;
  readonly text: string;
  readonly headers: AnswerHeaders;
}

/**
 * Responses to requests with one credential, keyed by address, because an ETag is bound to a
 * credential.
 */
export type Representations = Pick<Map<string, Representation>, "get" | "set">;
