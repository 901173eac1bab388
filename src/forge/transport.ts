import { abortAfter } from "../shared/abort-after.ts";
import { isLoopback } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import { limitBody } from "./limit-body.ts";
import { hideOwn, hideOwnIn } from "./own-token.ts";
import { parseAddress } from "./parse-address.ts";
import type { Representation, Representations } from "./representation.ts";

/** What one request may do besides what every request may. */
export interface TransportRequest extends RequestInit {
  /** The answer may come from another host, to which no credential goes: a log lies in the forge's storage. */
  readonly mayLeaveHost?: boolean;
}

export type Transport = (address: string, request?: TransportRequest) => Promise<Response>;

const mostRedirects = 5;
const userAgent = "gatehouse";
/** A representation is kept for the next look only up to this; logs are not asked for twice. */
const mostKeptCharacters = 1_000_000;

/** The forge answered with the address of somewhere else, where this request has no business. */
export class SentElsewhere extends Error {
  constructor(host: string) {
    super(`it sent the request on to ${host}, and it was not followed there`);
  }
}

/**
 * The one way to a forge's host, for our own requests and for those that @octokit/auth-app signs: a time limit, a
 * limit of what is read, no request to another host, and redirects only as far as no credential and no write leaves
 * it. A representation that was read before is asked for with its ETag: unchanged, it costs no capacity.
 *
 * ETags are bound to the credential, hence one transport a credential.
 */
export function createTransport({
  profile,
  fetch,
  known = new Map(),
  limitMilliseconds = 20_000,
}: {
  readonly profile: HostProfile;
  readonly fetch: typeof globalThis.fetch;
  /** What was read before with the same credential; of this transport alone unless told. */
  readonly known?: Representations;
  /** No answer takes longer than this, read to its end. */
  readonly limitMilliseconds?: number;
}): Transport {
  const hosts = new Set([profile.apiUrl, profile.graphqlUrl].map((url) => new URL(url).origin));
  return async (address, { mayLeaveHost = false, ...request } = {}) => {
    const { origin } = new URL(address);
    if (!hosts.has(origin)) throw new SentElsewhere(origin);
    const { method = "GET", signal } = request;
    const headers = new Headers(request.headers);
    headers.set("user-agent", userAgent);
    const before = method === "GET" ? known.get(address) : undefined;
    if (before) headers.set("if-none-match", before.etag);
    const limit = abortAfter(limitMilliseconds);
    const response = await follow(fetch, address, {
      ...request,
      headers,
      mayLeaveHost,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (response.status === 304 && before) return toResponse(before);
    const etag = response.headers.get("etag");
    if (method !== "GET" || !response.ok || etag === null || response.redirected) return response;
    const [, own] = headers.get("authorization")?.split(" ") ?? [];
    const text = hideOwn(await response.text(), own);
    const told = hideOwnIn(response.headers, own);
    const representation: Representation = { etag, text, headers: told };
    // What stands in the tag would be sent again.
    const isQuoted = told.get("etag") !== etag;
    if (text.length <= mostKeptCharacters && !isQuoted) known.set(address, representation);
    return toResponse(representation);
  };
}

/** A write is never repeated at another address; a read goes on to another host only where that is wanted. */
async function follow(
  fetch: typeof globalThis.fetch,
  address: string,
  { mayLeaveHost, ...request }: TransportRequest & { readonly headers: Headers },
): Promise<Response> {
  let at = address;
  let { headers } = request;
  for (let count = 0; ; count += 1) {
    const response = await fetch(at, { ...request, headers, redirect: "manual" });
    const next = readRedirect(response, at);
    const isRead = (request.method ?? "GET") === "GET";
    if (!next || !isRead) {
      const limited = limitBody(response);
      if (count > 0) Object.defineProperty(limited, "redirected", { value: true });
      return limited;
    }
    await response.body?.cancel();
    if (count === mostRedirects) throw new Error(`it redirects more than ${mostRedirects} times`);
    const from = new URL(at);
    if (next.origin !== from.origin) {
      if (!mayLeaveHost || !isSafe(next, from)) throw new SentElsewhere(next.host);
      // What is bound to the forge's host stays there: the credential, and whatever else we told it.
      headers = new Headers({ "user-agent": userAgent });
    }
    at = next.href;
  }
}

function readRedirect({ status, headers }: Response, from: string): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  return parseAddress(headers.get("location") ?? "", from);
}

/** Encrypted; only a forge of this machine may lead to what is not, and no further than this machine. */
function isSafe({ protocol, hostname }: URL, from: URL): boolean {
  const isOfThisMachine = isLoopback(hostname) && from.protocol === "http:";
  return protocol === "https:" || (protocol === "http:" && isOfThisMachine);
}

function toResponse({ text, headers }: Representation): Response {
  return new Response(text, { status: 200, headers });
}
