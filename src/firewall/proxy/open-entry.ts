import { CapturedBody, type CapturedBodies } from "../log/captured-body.ts";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Decision } from "../rules/policy.ts";

/**
 * The properties of a connection or request that are known when the proxy decides whether to allow
 * it.
 */
export type Asked = Pick<
  LogEntry,
  "kind" | "way" | "scheme" | "host" | "port" | "method" | "target" | "protocol" | "userAgent"
>;

export interface Outcome {
  readonly status?: number | undefined;
  readonly failure?: string | undefined;
  /** A denial that occurred after the rules had allowed the request. */
  readonly decision?: Decision;
}

/** A decision whose outcome is not known yet. It is logged only once. */
export class OpenEntry {
  /**
   * `bytesSent` counts bytes to the origin and `bytesReceived` bytes from it. Only bodies count,
   * except in a tunnel, where all data counts.
   */
  bytesSent = 0;
  bytesReceived = 0;
  /** Location of the entry in a rules file whose credential was added. */
  credential: string | undefined;
  readonly #bodies: CapturedBodies | undefined;
  readonly #log: (entry: LogEntry) => void;
  readonly #asked: Asked;
  readonly #decision: Decision;
  readonly #at = new Date();
  readonly #began = performance.now();
  #isClosed = false;

  /** @param bodyLimit maximum number of bytes to log of each body; undefined for none */
  constructor(
    log: (entry: LogEntry) => void,
    asked: Asked,
    decision: Decision,
    bodyLimit?: number,
  ) {
    this.#log = log;
    this.#asked = asked;
    this.#decision = decision;
    this.#bodies =
      bodyLimit === undefined
        ? undefined
        : { sent: new CapturedBody(bodyLimit), received: new CapturedBody(bodyLimit) };
  }

  /** Counts a part of the request's body. */
  addSent(chunk: Buffer): void {
    this.bytesSent += chunk.length;
    this.#bodies?.sent.add(chunk);
  }

  /** Counts a part of the response's body. */
  addReceived(chunk: Buffer): void {
    this.bytesReceived += chunk.length;
    this.#bodies?.received.add(chunk);
  }

  close({ status, failure, decision = this.#decision }: Outcome): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { kind, way, scheme, host, port, method, target, protocol, userAgent } = this.#asked;
    this.#log({
      at: this.#at,
      kind,
      way,
      decision,
      scheme,
      host,
      port,
      method,
      target,
      status,
      protocol,
      bytesSent: this.bytesSent,
      bytesReceived: this.bytesReceived,
      milliseconds: performance.now() - this.#began,
      failure,
      userAgent,
      credential: this.credential,
      bodies: this.#bodies,
    });
  }
}
