export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request, as it is put on the wire. */
export interface OneRequest {
  readonly method: Method;
  readonly address: URL;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends it wherever it is. */
  readonly signal: AbortSignal;
  /** Told when it goes out: of what cannot be sent, never. */
  readonly sending?: () => void;
}

/** By their names in lower case; one that came twice is one text, with a comma. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export interface OneAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Unpacked, and without a byte order mark. */
  readonly text: string;
}

/** @throws the signal's reason, AnswerTooLong, and whatever the network has against it */
export type SendOnce = (request: OneRequest) => Promise<OneAnswer>;
