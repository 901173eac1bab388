export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request as it is sent over the network. */
export interface OneRequest {
  readonly method: Method;
  readonly address: URL;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request at any stage. */
  readonly signal: AbortSignal;
  /** Called when the request is sent. Not called if sending fails. */
  readonly sending?: () => void;
}

/** Header names are in lower case. Values of repeated headers are joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export interface OneAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Decompressed body, without a byte order mark. */
  readonly text: string;
}

/** @throws the signal's reason, AnswerTooLong, and any network error */
export type SendOnce = (request: OneRequest) => Promise<OneAnswer>;
