import type { Hint, UserError } from "../shared/errors.ts";
import { redact } from "../shared/redact.ts";
import type { Secret } from "../shared/secret.ts";
import {
  ForgeUnreachable,
  RateLimited,
  RefusedByForge,
  SingleSignOnRequired,
} from "./forge-errors.ts";
import type { HostProfile } from "./host-profile.ts";
import { parseAddress } from "./parse-address.ts";
import { pause } from "./pause.ts";
import { AnswerTooLong, readBody } from "./read-body.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or undefined where the forge sends none. What it holds is checked by who asked. */
  readonly body: unknown;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Statuses that are an answer too, not a refusal: a 404 that means "not there". */
  readonly accept?: readonly number[];
  /** What errors call the path, where it carries something that is not for showing. */
  readonly pathName?: string;
}

export interface RestClient {
  /**
   * @param path below the REST API's address, or the whole address of the GraphQL API
   * @throws RefusedByForge, SingleSignOnRequired, RateLimited, ForgeUnreachable
   */
  request(method: Method, path: string, options?: RestOptions): Promise<Answer>;
}

export interface RestClientOptions {
  readonly profile: HostProfile;
  readonly fetch: typeof fetch;
  /** Without one, requests are anonymous. */
  readonly token?: Secret;
}

const attempts = 3;
const firstPauseMilliseconds = 250;
/** No answer takes longer than this. */
export const requestLimitMilliseconds = 20_000;
/** A list that goes on and on would be read forever. */
const mostPages = 100;

/**
 * Speaks REST with a forge. Reads are tried again when the network or the forge stumbles; a write is sent once.
 * A representation that was read before is asked for with its ETag: unchanged, it costs no capacity.
 */
export function createRestClient(options: RestClientOptions): RestClient {
  // ETags are bound to the token, hence one store a client.
  const known = new Map<string, { etag: string; answer: Answer }>();
  return {
    request: async (method, path, { accept = [], pathName, ...request } = {}) => {
      const before = method === "GET" ? known.get(path) : undefined;
      const title = `${method} ${pathName ?? withoutQuery(path)}`;
      if (pageOf(path) > mostPages) {
        throw new ForgeUnreachable({ request: title, because: `it has over ${mostPages} pages` });
      }
      const answer = await send(options, method, path, { ...request, title, etag: before?.etag });
      if (answer.status === 304 && before) return before.answer;
      if (!isGood(answer)) {
        const refusal = toForgeError(options.profile, answer, title);
        if (accept.includes(answer.status) && isAboutTheRequest(refusal)) return answer;
        throw refusal;
      }
      const etag = answer.headers.get("etag");
      if (method === "GET" && etag !== null) known.set(path, { etag, answer });
      return answer;
    },
  };
}

function pageOf(path: string): number {
  return Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
}

function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Single sign-on and rate limits say nothing about what was asked for: a 403 of theirs is no "not there". */
function isAboutTheRequest(refusal: UserError): boolean {
  return !(refusal instanceof SingleSignOnRequired || refusal instanceof RateLimited);
}

interface Sending {
  /** What errors call the request. */
  readonly title: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly etag: string | undefined;
}

async function send(
  client: RestClientOptions,
  method: Method,
  path: string,
  { title, body, signal, etag }: Sending,
): Promise<Answer> {
  const request: RequestInit = {
    method,
    redirect: "follow",
    headers: {
      "user-agent": "gatehouse",
      ...client.profile.brand.apiHeaders,
      ...(client.token && { authorization: `Bearer ${client.token.reveal()}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(etag !== undefined && { "if-none-match": etag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const mayRepeat = method === "GET";
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !mayRepeat || attempt === attempts;
    try {
      const limit = AbortSignal.timeout(requestLimitMilliseconds);
      const response = await client.fetch(
        path.startsWith("/") ? `${client.profile.apiUrl}${path}` : path,
        {
          ...request,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
      );
      const answer = await readAnswer(response);
      if (answer.status < 500 || isLast) return answer;
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (isLast || cause instanceof AnswerTooLong) {
        throw toUnreachable(title, cause, client.token);
      }
    }
    await pause(firstPauseMilliseconds * 2 ** (attempt - 1), signal);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await readBody(response);
  const type = headers.get("content-type") ?? "";
  if (text === "") return { status, headers, body: undefined };
  if (!type.includes("json")) {
    if (response.ok && type.includes("html")) throw new Error(webPage);
    return { status, headers, body: text };
  }
  try {
    return { status, headers, body: JSON.parse(text) as unknown };
  } catch {
    // The parser's own message quotes the text, which may hold a key.
    throw new Error("the answer is not valid JSON");
  }
}

const webPage = "a web page came instead; is there a proxy or a sign-in page in between?";

/**
 * Turns an answer that is no success into the error that says what to do.
 * @param advice what to do about a plain refusal; for a person's login unless told
 */
export function toForgeError(
  profile: HostProfile,
  answer: Answer,
  request: string,
  advice: readonly Hint[] = adviseOn(answer.status, profile),
): UserError {
  const { status, headers } = answer;
  const sso = headers.get(profile.brand.singleSignOnHeader);
  if (sso?.startsWith("required")) {
    return new SingleSignOnRequired({ status, request, link: readSignOnLink(sso, profile) });
  }
  const isLimited =
    status === 429 ||
    (status === 403 &&
      (headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after")));
  if (isLimited) return new RateLimited({ status, request, resetsAt: readReset(headers) });
  const message = readMessage(answer);
  if (status >= 500) return new ForgeUnreachable({ request, because: `${status} ${message}` });
  return new RefusedByForge({ status, request, message, hints: advice });
}

/** A person is sent to the forge's own pages only: on its host, and encrypted where the forge is. */
function readSignOnLink(header: string, { webUrl }: HostProfile): string | undefined {
  const url = parseAddress(/url=(\S+)/.exec(header)?.[1] ?? "");
  return url && url.origin === webUrl && url.username === "" ? url.href : undefined;
}

/** Most refusals are about who is signed in, and as what. */
function adviseOn(status: number, { brand, host }: HostProfile): Hint[] {
  const { command } = brand.cli;
  if (status === 401) {
    return [{ say: "Sign in anew", command: `${command} auth refresh --hostname ${host}` }];
  }
  if (status === 403 || status === 404) {
    const say = "Check which account is signed in, and whether it may do this";
    return [{ say, command: `${command} auth status` }];
  }
  return [];
}

/** Asked too fast, the wait is counted from the answer; used up, the forge names the moment. */
function readReset(headers: Headers): Date | undefined {
  const wait = headers.get("retry-after");
  const seconds =
    wait === null
      ? Number(headers.get("x-ratelimit-reset") ?? Number.NaN)
      : Date.parse(headers.get("date") ?? "") / 1000 + Number(wait);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined;
}

function readMessage({ body }: Answer): string {
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === "string" ? redact(message) : "(no reason given)";
}

function toUnreachable(request: string, cause: unknown, token?: Secret): ForgeUnreachable {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  // A token that no header can carry is quoted whole by the runtime's complaint.
  const secrets = token ? [token] : [];
  const because = inner instanceof Error ? redact(inner.message, secrets) : "the connection failed";
  return new ForgeUnreachable({ request, because }, { cause });
}

function withoutQuery(path: string): string {
  return path.split("?")[0] ?? path;
}
