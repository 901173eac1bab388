import { abortAfter } from "../shared/abort-after.ts";
import { isLoopback } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneAnswer, OneRequest, SendOnce } from "./one-request.ts";
import { hideOwn, hideOwnIn } from "./own-token.ts";
import { parseAddress } from "./parse-address.ts";
import type { Representation, Representations } from "./representation.ts";

/** One request; what every request needs besides is added on the way. */
export interface TransportRequest extends Omit<OneRequest, "signal" | "sending"> {
  readonly signal?: AbortSignal;
  /** The answer may come from another host, to which no credential goes: a log lies in the forge's storage. */
  readonly mayLeaveHost?: boolean;
}

export type Transport = (request: TransportRequest) => Promise<OneAnswer>;

const mostRedirects = 5;
/** What every host is told, be it only the forge's storage. */
const everywhere = { "user-agent": "gatehouse", "accept-encoding": "gzip" };
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
  send,
  known = new Map(),
  limitMilliseconds = 20_000,
}: {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  /** What was read before with the same credential; of this transport alone unless told. */
  readonly known?: Representations;
  /** No answer takes longer than this, read to its end. */
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
    const told = hideOwnIn(answer.headers, own);
    const representation: Representation = { etag, text, headers: told };
    // What stands in the tag would be sent again.
    const isQuoted = told["etag"] !== etag;
    if (text.length <= mostKeptCharacters && !isQuoted) known.set(address.href, representation);
    return toAnswer(representation);
  };
}

/**
 * A write is never repeated at another address; a read goes on to another host only where that is wanted.
 * @returns the answer, and whether it is of another address than was asked for
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
    if (count === mostRedirects) throw new Error(`it redirects more than ${mostRedirects} times`);
    // A login that an answer names is nobody's: it would go out as ours.
    const isNamed = next.username !== "" || next.password !== "";
    if (isNamed) throw new SentElsewhere(next.host);
    if (next.origin !== address.origin) {
      if (!mayLeaveHost || !isSafe(next, address))
        throw new SentElsewhere(next.host || next.protocol);
      // What is bound to the forge's host stays there: the credential, and whatever else we told it.
      headers = everywhere;
    }
    address = next;
  }
}

function readRedirect({ status, headers }: OneAnswer, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  return parseAddress(headers["location"] ?? "", from.href);
}

/** Encrypted; only a forge of this machine may lead to what is not, and no further than this machine. */
function isSafe({ protocol, hostname }: URL, from: URL): boolean {
  const isOfThisMachine = isLoopback(hostname) && from.protocol === "http:";
  return protocol === "https:" || (protocol === "http:" && isOfThisMachine);
}

function toAnswer({ text, headers }: Representation): OneAnswer {
  return { status: 200, headers, text };
}
