/** One line of the rule book, as its author wrote it. */
export interface Rule {
  /** What a person finds it by: "--allow-urls 2", "rules.yml:14". */
  readonly id: string;
  /** Its text: `https://api.example.com/repos/*`, `example.com:8443`. */
  readonly text: string;
  /** Why it is there, in its author's words. */
  readonly note?: string;
}

/** A connection that somebody inside wants: a CONNECT, or a tool that was caught without a proxy setting. */
export interface Connection {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
}

/** A request as it stands on the wire. Nothing of it is trusted or decoded yet. */
export interface Request extends Connection {
  readonly method: string;
  /** Path and query, the raw bytes as latin1: `/a/b?c=d`; `*` for OPTIONS. */
  readonly target: string;
}

/** Why something is refused, for programs. */
export type DenialReason =
  /** no rule names the host, the port or the scheme */
  | "no-rule"
  /** the host is named, and no pattern covers this path, query or method */
  | "no-pattern"
  /** a rule of the block list names it */
  | "blocked"
  /** host, path or header could be read in more than one way */
  | "ambiguous"
  /** CONNECT, server name and Host do not agree, or one is missing */
  | "name-mismatch"
  /** the name leads to an address that is this machine's, private, or metadata */
  | "forbidden-address"
  /** what is spoken is not what the proxy can look at */
  | "not-understood";

export type Decision =
  | { readonly allowed: true; readonly because: string; readonly rule: Rule }
  | {
      readonly allowed: false;
      readonly reason: DenialReason;
      /** One sentence for people and agents: `no pattern of api.example.com covers /x`. */
      readonly because: string;
      /** The rule that said no, where one did. */
      readonly rule?: Rule;
      /** What would have allowed it, as a rule to add: `https://api.example.com/repos/acme/*`. */
      readonly suggestion?: string;
    };

/** The rules of one run, compiled once. Pure: the same question has always the same answer. */
export interface Policy {
  /** True with `--ssl-bump`: HTTPS is decided request by request. */
  readonly isIntercepting: boolean;
  /** Ports that a rule names besides 80 and 443. */
  readonly ports: readonly number[];
  /**
   * Whether such a connection may be opened. While intercepting that means: some request in it could pass; each is
   * decided by `decideRequest`.
   */
  decideConnection(connection: Connection): Decision;
  /** Whether this request passes: plain HTTP always, HTTPS while intercepting. */
  decideRequest(request: Request): Decision;
}
