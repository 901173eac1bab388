import { readAuthority, type Authority } from "./authority.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import type { Connection, Decision, Policy, Request } from "./policy.ts";
import { usualPort } from "./url-text.ts";

/** What somebody asks of the rules, and what they say. */
export interface Answer {
  /** As it was asked. */
  readonly asked: string;
  readonly decision: Decision;
}

/** Whether a request for this URL passes. It is taken as it is written; what is no URL is refused with the reason. */
export function answerUrl(policy: Policy, url: string, { method = "GET" } = {}): Answer {
  const request = readRequest(url, { method });
  return {
    asked: url,
    decision: isFault(request) ? refuse(request) : policy.decideRequest(request),
  };
}

/** Whether a connection may be opened: `example.com`, `example.com:8443`, `http://example.com`; HTTPS unless told. */
export function answerDomain(policy: Policy, domain: string): Answer {
  const connection = readConnection(domain);
  const decision = isFault(connection) ? refuse(connection) : policy.decideConnection(connection);
  return { asked: domain, decision };
}

function refuse({ fault: what }: Fault): Decision {
  return { allowed: false, reason: "ambiguous", because: `it ${what}` };
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
  if (given === "") return fault("is no URL: it does not begin with https://");
  const scheme = schemes.get(given.toLowerCase());
  if (!scheme) return fault(`is no URL of HTTP: it begins with ${given}://`);
  const authority = readAuthority(written);
  if (isFault(authority)) return authority;
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  // A client that does not escape other letters sends their bytes.
  const bytes = Buffer.from(target, "utf8").toString("latin1");
  return { ...connect(scheme, authority), method, target: bytes };
}

function readConnection(domain: string): Connection | Fault {
  const [, given, written = ""] = /^(?:([^:/?#]*):\/\/)?([^]*)$/.exec(domain) ?? [];
  const scheme = given === undefined ? undefined : schemes.get(given.toLowerCase());
  if (given !== undefined && !scheme) return fault(`is no domain: it begins with ${given}://`);
  if (/[/?#]/.test(written)) return fault("is no domain: it has a path");
  const authority = readAuthority(written);
  if (isFault(authority)) return authority;
  return connect(scheme ?? (authority.port === 80 ? "http" : "https"), authority);
}

function connect(scheme: Connection["scheme"], { host, port }: Authority): Connection {
  return { scheme, host, port: port ?? usualPort(scheme) };
}
