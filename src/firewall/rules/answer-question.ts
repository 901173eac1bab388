import { readAuthority, type Authority } from "./authority.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import type { Connection, Decision, Policy, Request } from "./policy.ts";
import { explainSsh, sshPort } from "./ssh.ts";
import { usualPort } from "./url-text.ts";

/** The rules' decision for one URL or domain. */
export interface Answer {
  /** The URL or domain as entered. */
  readonly asked: string;
  readonly decision: Decision;
}

/**
 * Decides whether a request for this URL would be allowed. The URL is used as written. An invalid
 * URL is denied, with the reason.
 */
export function answerUrl(policy: Policy, url: string, { method = "GET" } = {}): Answer {
  const request = readRequest(url, { method });
  return {
    asked: url,
    decision: isFault(request) ? refuse(request) : policy.decideRequest(request),
  };
}

/**
 * Decides whether a connection to a domain is allowed. Accepts `example.com`, `example.com:8443`
 * and `http://example.com`. The default scheme is HTTPS.
 */
export function answerDomain(policy: Policy, domain: string): Answer {
  const connection = readConnection(domain);
  if (isFault(connection)) return { asked: domain, decision: refuse(connection) };
  return {
    asked: domain,
    decision: denySsh(connection, domain) ?? policy.decideConnection(connection),
  };
}

/** Returns a denial if the question is about SSH: port 22 without a scheme. */
function denySsh({ port }: Connection, domain: string): Decision | undefined {
  if (port !== sshPort || domain.includes("://")) return undefined;
  return { allowed: false, reason: "not-understood", explanation: explainSsh };
}

function refuse({ fault: what }: Fault): Decision {
  return { allowed: false, reason: "ambiguous", explanation: `it ${what}` };
}

const schemes: ReadonlyMap<string, Connection["scheme"]> = new Map([
  ["https", "https"],
  ["wss", "https"],
  ["http", "http"],
  ["ws", "http"],
]);

function readRequest(url: string, { method }: Pick<Request, "method">): Request | Fault {
  const [, given = "", written = "", rest = ""] =
    /^([^:/?#]*):\/\/([^/?#]*)([^]*)$/.exec(url) ?? [];
  if (given === "") return fault("is not a URL: it does not begin with https://");
  const scheme = schemes.get(given.toLowerCase());
  if (!scheme) return fault(`is not an HTTP URL: it begins with ${given}://`);
  const authority = readAuthority(written);
  if (isFault(authority)) return authority;
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  // If a client does not escape non-ASCII letters, it sends their UTF-8 bytes.
  const bytes = Buffer.from(target, "utf8").toString("latin1");
  return { ...connect(scheme, authority), method, target: bytes };
}

function readConnection(domain: string): Connection | Fault {
  const [, given, written = ""] = /^(?:([^:/?#]*):\/\/)?([^]*)$/.exec(domain) ?? [];
  const scheme = given === undefined ? undefined : schemes.get(given.toLowerCase());
  if (given !== undefined && !scheme) return fault(`is not a domain: it begins with ${given}://`);
  if (/[/?#]/.test(written)) return fault("is not a domain: it has a path");
  const authority = readAuthority(written);
  if (isFault(authority)) return authority;
  return connect(scheme ?? (authority.port === 80 ? "http" : "https"), authority);
}

function connect(scheme: Connection["scheme"], { host, port }: Authority): Connection {
  return { scheme, host, port: port ?? usualPort(scheme) };
}
