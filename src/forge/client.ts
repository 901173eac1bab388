import { UserError } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import { redact, redactIn } from "../shared/redact.ts";
import type { Secret } from "../shared/secret.ts";
import { explainAnswer, isAboutTheRequest, isAbsence } from "./explain-answer.ts";
import type { ForgeAnswer } from "./explain-answer.ts";
import { AnswerNotAccepted, ForgeUnreachable } from "./forge-errors.ts";
import { startLine } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import type { Method, OneAnswer, SendOnce } from "./one-request.ts";
import { hideOwn, hideOwnIn } from "./own-token.ts";
import { pause } from "./pause.ts";
import { AnswerTooLong } from "./read-body.ts";
import { attempts, isUsedUp, pauseAfter } from "./retry-policy.ts";
import type { Representations } from "./representation.ts";
import { createTransport, SentElsewhere } from "./transport.ts";
import type { Transport, TransportRequest } from "./transport.ts";
import { isOfUnknownAuthority, trustHints } from "./unknown-authority.ts";

export interface RequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Statuses that are returned instead of thrown, such as a 404 that means "not found". */
  readonly accept?: readonly number[];
  /**
   * Text that replaces the path in errors, if the path contains something that must not be shown.
   */
  readonly pathName?: string;
  readonly mayLeaveHost?: boolean;
  /**
   * Whether a write has the same result if it is sent twice, so that it can be retried like a read.
   */
  readonly isRepeatable?: boolean;
}

/**
 * Sends requests to a forge with one credential. Only files in `src/forge` send requests. Other
 * rooms pass the client to functions for resources.
 */
export interface ForgeClient {
  readonly profile: HostProfile;
  /**
   * @param path relative to the REST API's address, or the complete address of the GraphQL API
   * @throws RefusedByForge, SingleSignOnRequired, RateLimited, ForgeUnreachable
   */
  request(method: Method, path: string, options?: RequestOptions): Promise<ForgeAnswer>;
}

export interface ForgeClientOptions {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  /** Token for the requests. If undefined, requests are anonymous or signed by `sign`. */
  readonly token?: Secret;
  /**
   * Whether the token was just minted. GitHub can reject a new token with 401 for a moment, until
   * all its servers know the token.
   * @see octokit/auth-app.js#65
   */
  readonly isNew?: boolean;
  /** Cached responses to earlier requests with the same credential. */
  readonly known?: Representations;
  /**
   * Signs requests as an App instead of with a token, and sends them through the given transport.
   */
  readonly sign?: (send: Transport) => Transport;
  /**
   * Returns an error that explains why GitHub rejects this credential; undefined for the default
   * error. Not called for missing single sign-on or an exceeded rate limit.
   */
  readonly explainRefusal?: (answer: ForgeAnswer) => UserError | undefined;
  /** Hints for a rejection without a more specific reason (default: hints about a user's login). */
  readonly advice?: readonly Hint[];
}

/** A write that failed later than this is not repeated. */
const longestRepeatedMilliseconds = 5000;

/**
 * Creates a client. Reads and repeatable writes are retried after network and server errors; any
 * other write is sent once.
 */
export function createForgeClient(options: ForgeClientOptions): ForgeClient {
  const { profile, explainRefusal, advice } = options;
  const plain = createTransport(options);
  const transport = options.sign?.(plain) ?? plain;
  let isNew = options.isNew ?? false;
  return {
    profile,
    request: async (method, path, { accept = [], pathName, ...request } = {}) => {
      const title = `${method} ${pathName ?? withoutQuery(path)}`;
      const sent = await send(
        { ...options, isNew, transport },
        { ...request, method, path, title },
      );
      isNew = false;
      if (sent.status >= 200 && sent.status < 300) return sent;
      // Omits the body, because a caller that accepts 404 does not read the reason.
      if (accept.includes(404) && isAbsence(profile, sent)) return { ...sent, body: undefined };
      const answer = redactAnswer(sent, options.token);
      const refusal = explainAnswer(profile, answer, advice);
      const isPlain = isAboutTheRequest(refusal);
      if (accept.includes(answer.status) && isPlain) return answer;
      throw (isPlain && explainRefusal?.(answer)) || refusal;
    },
  };
}

interface Sending extends Pick<
  RequestOptions,
  "body" | "signal" | "mayLeaveHost" | "isRepeatable"
> {
  readonly method: Method;
  readonly path: string;
  /** Name of the request in errors. */
  readonly title: string;
}

async function send(
  client: ForgeClientOptions & { readonly transport: Transport },
  sending: Sending,
): Promise<ForgeAnswer> {
  const { method, title, signal, isRepeatable = method === "GET" } = sending;
  const started = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !isRepeatable || attempt === attempts;
    let isReceived = false;
    let isTooEarly = false;
    try {
      const sent = await client.transport(toRequest(client, sending));
      isReceived = true;
      const answer = readAnswer(sent, client.token, title);
      isTooEarly = answer.status === 401 && client.isNew === true && attempt < attempts;
      const isFinal = isLast || answer.status < 500;
      if (isUsedUp(answer) || (isFinal && !isTooEarly)) return answer;
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      // No request was sent, so there is nothing to retry.
      if (cause instanceof UserError) throw cause;
      const isNotTaken = cause instanceof AnswerTooLong || cause instanceof SentElsewhere;
      if (isNotTaken) {
        const reason = redact(cause.message, secretsOf(client.token));
        throw new AnswerNotAccepted({ request: title, reason });
      }
      // A write whose response arrived damaged has an effect, and a slow one may still have it.
      const isWrite = method !== "GET";
      const isOver = isWrite && (isReceived || Date.now() - started > longestRepeatedMilliseconds);
      if (isLast || isOver) throw toUnreachable(title, cause, client);
    }
    await pause(pauseAfter(attempt, { isTooEarly }), signal);
  }
}

function toRequest(
  { profile, token }: ForgeClientOptions,
  { method, path, body, signal, mayLeaveHost = false }: Sending,
): TransportRequest {
  return {
    method,
    address: new URL(path.startsWith("/") ? `${profile.apiUrl}${path}` : path),
    mayLeaveHost,
    headers: {
      ...profile.brand.apiHeaders,
      ...(token && { authorization: `Bearer ${token.reveal()}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

function readAnswer(
  { status, ...sent }: OneAnswer,
  token: Secret | undefined,
  title: string,
): ForgeAnswer {
  const isOk = status >= 200 && status < 300;
  const own = token?.reveal();
  const headers = hideOwnIn(sent.headers, own);
  const text = hideOwn(sent.text, own);
  const type = headers["content-type"] ?? "";
  if (text === "") return { title, status, headers, body: undefined };
  if (!type.includes("json")) {
    if (isOk && type.includes("html")) throw new Error(webPage);
    return { title, status, headers, body: text };
  }
  try {
    return { title, status, headers, body: JSON.parse(text) as unknown };
  } catch {
    // The parser's message quotes the text, which may contain a key.
    throw new Error("the response is not valid JSON");
  }
}

/**
 * Redacts credentials in the body of a rejected request, because errors show its message. Partial
 * credentials are also redacted, because a reader could combine them.
 */
function redactAnswer({ body, ...answer }: ForgeAnswer, token: Secret | undefined): ForgeAnswer {
  return { ...answer, body: typeof body === "object" ? redactIn(body, secretsOf(token)) : body };
}

const webPage = "received a web page instead of JSON; check for a proxy or sign-in page";

function toUnreachable(
  request: string,
  cause: unknown,
  { profile, token }: ForgeClientOptions,
): ForgeUnreachable {
  // The error message of a failed request may quote the request's token.
  const reason = redact(readCause(cause), secretsOf(token));
  const start = reason.includes("ECONNREFUSED") ? startLine(profile) : undefined;
  const hints = isOfUnknownAuthority(cause)
    ? trustHints
    : start && [{ text: "Start the embedded forge", command: start }];
  return new ForgeUnreachable({ request, reason, ...(hints && { hints }) }, { cause });
}

/**
 * Returns the innermost cause of an error. If several addresses were tried, returns the cause for
 * each address.
 */
function readCause(error: unknown): string {
  if (!(error instanceof Error)) return "the connection failed";
  if (error instanceof AggregateError) return error.errors.map(readCause).join("; ");
  if (error.cause instanceof Error) return readCause(error.cause);
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: unknown };
  return unresolved.includes(code ?? "") && typeof hostname === "string"
    ? `the name ${hostname} could not be resolved (${code})`
    : error.message;
}

/** Codes of a failed DNS lookup. */
const unresolved = ["ENOTFOUND", "EAI_AGAIN"];

function secretsOf(token: Secret | undefined): readonly Secret[] {
  return token ? [token] : [];
}

function withoutQuery(path: string): string {
  return path.split("?")[0] ?? path;
}
