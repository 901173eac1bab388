import type { BudgetRule } from "./budget-rule.ts";
import type { WrittenCredential } from "./credential-rule.ts";
import type { Rule } from "./rule.ts";

/**
 * A connection from the container: a CONNECT, or a captured connection from a tool without proxy
 * support.
 */
export interface Connection {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
}

/** A request as received, neither validated nor decoded. */
export interface Request extends Connection {
  readonly method: string;
  /** Path and query, raw bytes as latin1: `/a/b?c=d`; `*` for OPTIONS. */
  readonly target: string;
}

/** Machine-readable reason for a denial. */
export type DenialReason =
  /** no rule covers the host with this port and scheme */
  | "no-rule"
  /** patterns for the host exist, but none covers this path, query or method */
  | "no-pattern"
  /** a rule on the block list covers the host */
  | "blocked"
  /** the host, path or headers can be interpreted in several ways */
  | "ambiguous"
  /** the names in CONNECT, the TLS server name and Host do not match, or one is missing */
  | "name-mismatch"
  /** the name resolves to a private or metadata address, or to an address of this machine */
  | "forbidden-address"
  /** the proxy cannot inspect the protocol */
  | "not-understood"
  /** a limit of the budget is reached, or the shared budget is not available */
  | "budget";

export type Decision =
  | { readonly allowed: true; readonly explanation: string; readonly rule: Rule }
  | {
      readonly allowed: false;
      readonly reason: DenialReason;
      /** One sentence for people and agents: `no pattern for api.example.com covers /x`. */
      readonly explanation: string;
      /** The rule that denied the request; undefined if no rule denied it. */
      readonly rule?: Rule;
      /**
       * A rule or option that would have allowed the request: `https://api.example.com/repos/*`,
       * `--resolve db.example.com:5432:10.0.0.1`.
       */
      readonly suggestion?: string;
    };

/** The compiled rules of one run. Decisions depend only on the input. */
export interface Policy {
  /** True with `--ssl-bump`: HTTPS requests are checked separately, see `intercepts`. */
  readonly isIntercepting: boolean;
  /** Returns whether HTTPS connections to a host are intercepted. */
  intercepts(connection: Pick<Connection, "host" | "port">): boolean;
  /** Ports that rules name, except 80 and 443. */
  readonly ports: readonly number[];
  /**
   * Decides whether a connection is allowed. With interception, an allowed connection means that
   * some requests could be allowed; `decideRequest` then checks each request.
   */
  decideConnection(connection: Connection): Decision;
  /**
   * Decides whether to allow a request. HTTP requests are always checked, HTTPS requests only with
   * interception.
   */
  decideRequest(request: Request): Decision;
  /**
   * Returns the credentials for requests to a host, on any port. If any exist, the proxy removes
   * the credentials that the command itself sends to this host.
   */
  credentialsOf(host: string): readonly WrittenCredential[];
  /** Returns the credential for an allowed request; undefined for none. */
  findCredential(request: Request): WrittenCredential | undefined;
  /** Returns the entries of the budget that a request counts for. */
  findBudgets(request: Request): readonly BudgetRule[];
}
