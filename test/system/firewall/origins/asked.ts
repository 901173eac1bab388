import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** One request that came to an origin. */
export interface Asked {
  readonly scheme: "http" | "https";
  /** As the Host header, or `:authority`, has it. */
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly protocol: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Answering {
  readonly request: IncomingMessage | Http2ServerRequest;
  /** The part that both kinds of answers have. */
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
