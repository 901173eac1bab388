import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** One request that an origin received. */
export interface Asked {
  readonly scheme: "http" | "https";
  /** Value of the Host header, or of `:authority`. */
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly protocol: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Answering {
  readonly request: IncomingMessage | Http2ServerRequest;
  /** The members that both kinds of responses share. */
  readonly response: {
    setHeader(name: string, value: string | number): unknown;
    writeHead(status: number): unknown;
    write(piece: Buffer | string): boolean;
    end(): unknown;
    end(text: Buffer | string): unknown;
    on(event: "drain", listen: () => void): unknown;
  };
}

export type AnyResponse = ServerResponse | Http2ServerResponse;
