/** One request, as it is put on the wire. */
export interface OneRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends it wherever it is. */
  readonly signal: AbortSignal;
  /** Told when it goes out: of what cannot be sent, never. */
  readonly sending?: () => void;
}

export interface OneAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** @throws whatever the network has against it, and AnswerTooLong */
export type SendOnce = (request: OneRequest) => Promise<OneAnswer>;
