import { abortAfter } from "../shared/abort-after.ts";
import { isLoopback } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneAnswer, OneRequest, SendOnce } from "./one-request.ts";
import { hideOwn, hideOwnIn } from "./own-token.ts";
import { parseAddress } from "./parse-address.ts";
import type { Representation, Representations } from "./representation.ts";

/** A request without the parts that the transport adds. */
export interface TransportRequest extends Omit<OneRequest, "signal" | "sending"> {
  readonly signal?: AbortSignal;
  /**
   * Whether to follow a redirect to another host, such as GitHub's log storage. The other host does
   * not receive the credential.
   */
  readonly mayLeaveHost?: boolean;
}

export type Transport = (request: TransportRequest) => Promise<OneAnswer>;

const mostRedirects = 5;
/** Headers that are sent to every host, including GitHub's storage. */
const everywhere = { "user-agent": "gatehouse", "accept-encoding": "gzip" };
/**
 * Maximum length of responses that are kept for later requests. Logs can be longer, but are read
 * only once.
 */
const mostKeptCharacters = 1_000_000;

/** Thrown if a redirect or an address points to a host that must not receive this request. */
export class SentElsewhere extends Error {
  constructor(host: string) {
    super(`a redirect to ${host} was not followed`);
  }
}

/**
 * Creates the transport for all requests to a forge's host, both gatehouse's own requests and those
 * that @octokit/auth-app signs.
 * - Limits the time and the size of responses.
 * - Sends requests only to the forge's host. Follows a redirect to another host only for a
 *   permitted read, and without the credential.
 * - Sends the ETag of each cached response, because GitHub does not count a request whose response
 *   is unchanged. ETags are bound to the credential, so each credential needs its own transport.
 */
export function createTransport({
  profile,
  send,
  known = new Map(),
  limitMilliseconds = 20_000,
}: {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  /** Cached responses to earlier requests with the same credential (default: none). */
  readonly known?: Representations;
  /** Time limit of a request, including reading the response. */
  readonly limitMilliseconds?: number;
}): Transport {
  const hosts = new Set([profile.apiUrl, profile.graphqlUrl].map((url) => new URL(url).origin));
  return async ({ mayLeaveHost = false, signal, ...request }) => {
    const { method, address } = request;
    if (!hosts.has(address.origin)) throw new SentElsewhere(address.origin);
    const before = method === "GET" ? known.get(address.href) : undefined;
    const limit = abortAfter(limitMilliseconds);
    const { answer, isElsewhere } = await follow(send, {
      ...request,
      headers: {
        ...request.headers,
        ...everywhere,
        ...(before && { "if-none-match": before.etag }),
      },
      mayLeaveHost,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (answer.status === 304 && before) return toAnswer(before);
    const { etag } = answer.headers;
    const isOk = answer.status >= 200 && answer.status < 300;
    if (method !== "GET" || !isOk || etag === undefined || isElsewhere) return answer;
    const [, own] = request.headers["authorization"]?.split(" ") ?? [];
    const text = hideOwn(answer.text, own);
    const headers = hideOwnIn(answer.headers, own);
    const representation: Representation = { etag, text, headers };
    // An ETag that contains the token must not be kept, because the next request would send it.
    const isQuoted = headers["etag"] !== etag;
    if (text.length <= mostKeptCharacters && !isQuoted) known.set(address.href, representation);
    return toAnswer(representation);
  };
}

/**
 * Follows redirects. A write is never repeated at another address. A read is redirected to another
 * host only if the request allows this.
 * @returns the response, and whether it comes from an address other than the requested one
 */
async function follow(
  send: SendOnce,
  { mayLeaveHost, ...request }: OneRequest & { readonly mayLeaveHost: boolean },
): Promise<{ readonly answer: OneAnswer; readonly isElsewhere: boolean }> {
  let { address, headers } = request;
  for (let count = 0; ; count += 1) {
    const answer = await send({ ...request, address, headers });
    const next = request.method === "GET" ? readRedirect(answer, address) : undefined;
    if (!next) return { answer, isElsewhere: count > 0 };
    if (count === mostRedirects) throw new Error(`more than ${mostRedirects} redirects`);
    // Rejects redirects with credentials in the URL: they are not the user's credentials, but would
    // be sent as if they were.
    const isNamed = next.username !== "" || next.password !== "";
    if (isNamed) throw new SentElsewhere(next.host);
    if (next.origin !== address.origin) {
      if (!mayLeaveHost || !isSafe(next, address))
        throw new SentElsewhere(next.host || next.protocol);
      // The other host does not receive the credential or any other header meant for the forge's
      // host.
      headers = everywhere;
    }
    address = next;
  }
}

function readRedirect({ status, headers }: OneAnswer, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  return parseAddress(headers["location"] ?? "", from.href);
}

/**
 * Returns whether a redirect target is encrypted. Only a forge on this machine can redirect to
 * plain HTTP, and only to an address on this machine.
 */
function isSafe({ protocol, hostname }: URL, from: URL): boolean {
  const isOfThisMachine = isLoopback(hostname) && from.protocol === "http:";
  return protocol === "https:" || (protocol === "http:" && isOfThisMachine);
}

function toAnswer({ text, headers }: Representation): OneAnswer {
  return { status: 200, headers, text };
}
