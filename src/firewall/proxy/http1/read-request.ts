import type { Request } from "../../rules/policy.ts";
import { usualPort } from "../../rules/url-text.ts";
import { isSameAuthority, parseAuthority, type Authority } from "../authority.ts";
import type { Within } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import type { ReadHeaders } from "./read-headers.ts";

/** The first line of a request, as the parser found it. */
export interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
}

/** What a request asks for: on the proxy's own port, or inside a connection that was opened for one host. */
export function readRequest(
  { method, url, httpVersion }: RequestLine,
  headers: ReadHeaders,
  within: Within | undefined,
): Request | Denial {
  // A request of 0.9 has no headers, and its answer none that could say where it ends.
  if (!/^1\.[01]$/.test(httpVersion)) return refuse("not-understood", `HTTP/${httpVersion}`);
  if (headers.problem) return refuse("ambiguous", headers.problem);
  const absolute = parseAbsolute(url);
  if (absolute === "broken") return refuse("ambiguous", "the target of the request is no URL");
  if (!within) return absolute ? readProxied(method, absolute, headers) : notForUs;
  const { scheme, host, port } = within;
  const isAsked = (named: Authority) => isSameAuthority(named, within, usualPort(scheme));
  if (absolute && (absolute.scheme !== scheme || !isAsked(absolute.authority))) {
    return refuse("name-mismatch", `the connection is for ${host}, the target names another`);
  }
  const named = headers.host === undefined ? undefined : parseAuthority(headers.host);
  if (!named) return refuse("name-mismatch", `the request for ${host} has no usable Host`);
  if (!isAsked(named)) {
    return refuse("name-mismatch", `the connection is for ${host}, the request for ${named.host}`);
  }
  return { scheme, host, port, method, target: absolute ? absolute.target : url };
}

const notForUs = refuse("not-understood", "this is a proxy: the request names no host");

interface Absolute {
  readonly scheme: "http" | "https";
  readonly authority: Authority;
  readonly target: string;
}

/** Reads `http://host:port/path` as it stands: a URL parser would make another path of some. */
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
    return refuse("not-understood", "https:// goes by CONNECT, not by a request in the clear");
  }
  const port = authority.port ?? usualPort(scheme);
  const aim = { scheme, host: authority.host, port };
  const named = host === undefined ? undefined : parseAuthority(host);
  // HTTP/1.0 has no Host; the parser asks one of every later request.
  if (host !== undefined && !isSameAuthority(named, aim, usualPort(scheme))) {
    return refuse("name-mismatch", `the target names ${aim.host}, the Host header another`);
  }
  return { ...aim, method, target };
}
