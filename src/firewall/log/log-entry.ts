import type { Decision } from "../rules/policy.ts";

/** One decision of the proxy, with what came of it. */
export interface LogEntry {
  /** When the connection or the request came. */
  readonly at: Date;
  /** `connection`: nothing inside was seen. `request`: a whole request. `provider`: went through the API sidecar. */
  readonly kind: "connection" | "request" | "provider";
  /** How it came: by the proxy's own port, or caught without a proxy setting. */
  readonly way: "proxy" | "caught";
  readonly decision: Decision;
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** Of a request only. */
  readonly method?: string | undefined;
  /** Raw path and query of a request, unmasked: whoever writes it masks it. */
  readonly target?: string | undefined;
  /** What the client got: 200, 403, 502; a tunnel's is 200. */
  readonly status?: number | undefined;
  /** `http/1.1`, `h2`, `websocket`, `tls` (a tunnel). */
  readonly protocol?: string | undefined;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly milliseconds: number;
  /** What went wrong beyond the rules: `the origin's certificate has expired`. */
  readonly failure?: string | undefined;
  readonly userAgent?: string | undefined;
}
