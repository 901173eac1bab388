import type { Request } from "../../rules/policy.ts";
import { usualPort } from "../../rules/url-text.ts";
import { explainMismatch, isSameAuthority, parseAuthority, type Authority } from "../authority.ts";
import type { Within } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import type { ReadHeaders } from "./read-headers.ts";

export interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
}

/** Reads a request from the proxy's own port, or from a connection that was opened for one host. */
export function readRequest(
  { method, url, httpVersion }: RequestLine,
  headers: ReadHeaders,
  within: Within | undefined,
): Request | Denial {
  // An HTTP/0.9 request has no headers, and the end of its response is not marked.
  if (!/^1\.[01]$/.test(httpVersion)) return refuse("not-understood", `HTTP/${httpVersion}`);
  if (headers.problem) return refuse("ambiguous", headers.problem);
  const absolute = parseAbsolute(url);
  if (absolute === "broken") return refuse("ambiguous", "the request target is not a valid URL");
  if (!within) return absolute ? readProxied(method, absolute, headers) : notForUs;
  const { scheme, port } = within;
  const named = headers.host === undefined ? undefined : parseAuthority(headers.host);
  const host = named && named.host === within.alias ? within.alias : within.host;
  const isAsked = (other: Authority) => isSameAuthority(other, { host, port }, usualPort(scheme));
  if (absolute && absolute.scheme !== scheme) {
    const explanation = `the connection is for ${scheme}:, but the target uses ${absolute.scheme}:`;
    return refuse("name-mismatch", explanation);
  }
  if (absolute && !isAsked(absolute.authority)) {
    const texts = ["the connection is for", "the target is for"] as const;
    const explanation = explainMismatch({ ...within, host }, absolute.authority, texts);
    return refuse("name-mismatch", explanation);
  }
  if (!named)
    return refuse("name-mismatch", `the request for ${host} does not have a valid Host header`);
  if (!isAsked(named)) return refuse("name-mismatch", explainMismatch({ ...within, host }, named));
  return { scheme, host, port, method, target: absolute ? absolute.target : url };
}

const notForUs = refuse("not-understood", "this is a proxy, but the request does not name a host");

interface Absolute {
  readonly scheme: "http" | "https";
  readonly authority: Authority;
  readonly target: string;
}

/**
 * Reads `http://host:port/path` without changes, because a URL parser would normalize some paths.
 */
function parseAbsolute(url: string): Absolute | "broken" | undefined {
  if (url.startsWith("/") || url === "*") return;
  const [, scheme, text = "", rest = ""] = /^(https?):\/\/([^/?#\\]*)(.*)$/is.exec(url) ?? [];
  const authority = parseAuthority(text);
  if (!scheme || !authority) return "broken";
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  return { scheme: scheme.toLowerCase() === "http" ? "http" : "https", authority, target };
}

function readProxied(method: string, absolute: Absolute, { host }: ReadHeaders): Request | Denial {
  const { scheme, authority, target } = absolute;
  if (scheme === "https") {
    return refuse(
      "not-understood",
      "https:// requires CONNECT; an unencrypted request is not possible",
    );
  }
  const port = authority.port ?? usualPort(scheme);
  const aim = { scheme, host: authority.host, port };
  const named = host === undefined ? undefined : parseAuthority(host);
  // HTTP/1.0 has no Host header; the parser requires one for later versions.
  if (host !== undefined && !isSameAuthority(named, aim, usualPort(scheme))) {
    const texts = ["the target is for", "the Host header is for"] as const;
    return refuse("name-mismatch", explainMismatch(aim, named, texts));
  }
  return { ...aim, method, target };
}
