import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Secret } from "../../../shared/secret.ts";
import { admitRequest } from "../admit-request.ts";
import { attempt } from "../contain.ts";
import { containRequest, containServer } from "../contain-server.ts";
import { answerDenied, answerFailed } from "../http1/answer-complete.ts";
import { forwardRequest } from "../http1/forward-request.ts";
import { readHeaders, type ReadHeaders } from "../http1/read-headers.ts";
import {
  dropCredentials,
  keyHeaders,
  namesAccount,
  prepareForCredential,
} from "../credentials/credential-headers.ts";
import { logFault } from "../log-fault.ts";
import { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import { writeProviderDenial } from "../refusal/provider-denial.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import type { Origin } from "../upstream/dial.ts";
import type { Admission } from "../budget-gate.ts";
import { createKeyHider } from "./hide-key.ts";
import { readProviderPath } from "./read-provider-path.ts";
import { http } from "../../../shared/node-network.ts";

/**
 * Header for the key: one that depends on the provider, or each header in which the client sent the
 * placeholder. Undefined if the type of the provider decides.
 */
export type KeyForm = "bearer" | "api-key" | { readonly placeholder: string };

/** The only host that the sidecar connects to, and the operator's key for it. */
export interface Provider {
  /** An `https:` URL without a user. Its path is the base path of every request. */
  readonly baseUrl: URL;
  /** Type of the provider, such as `anthropic` or `openai`. */
  readonly type: string;
  readonly key: Secret;
  readonly keyForm?: KeyForm | undefined;
}

const headersTimeoutMs = 30_000;

/**
 * Creates an HTTP/1.1 server for the sidecar's port. The server forwards requests to the provider
 * with the key, which the client never receives.
 */
export function createProviderServer(provider: Provider, deps: ProxyDeps): Server {
  const options = { headersTimeout: headersTimeoutMs, requestTimeout: 0, maxHeaderSize: 65_536 };
  const onFault = (error: unknown) => logFault(deps, error);
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    containRequest(message, response, onFault);
    answerProvided(message, response, { provider, deps });
  };
  const server = http.createServer(options, answer).on("checkContinue", answer);
  containServer(server, onFault);
  // The server does not listen itself. Without this event, it would not enforce timeouts.
  server.emit("listening");
  return server;
}

function answerProvided(
  message: IncomingMessage,
  response: ServerResponse,
  { provider, deps }: { provider: Provider; deps: ProxyDeps },
): void {
  const { method = "", url = "" } = message;
  const headers = readHeaders(message.rawHeaders);
  const origin = originOf(provider.baseUrl);
  const base = provider.baseUrl.pathname.replace(/\/+$/, "");
  const path = readProviderPath(base, url);
  const denial = denyRequest({ method, url, path, headers }, provider);
  const entry = openEntry({ method, target: path ?? url, headers, origin, provider, deps, denial });
  if (denial || path === undefined) {
    if (denial) answerDenied(response, { denial, entry, headers, deps });
    return;
  }
  const { scheme, host, port } = origin;
  // Headers that reroute a request are not forwarded, so the request has only one interpretation.
  const counted = {
    asked: { scheme, host, port, method, target: path },
    call: { method, base, target: path },
  };
  const passing = { provider, deps, headers, origin, path, entry };
  const admitted = admitRequest(counted, deps);
  if (!admitted) {
    forwardProvided(message, response, passing);
    return;
  }
  const own = { ...deps, writeDenial: denyInFormat(path, provider) };
  void attempt(
    async () =>
      forwardProvided(message, response, { ...passing, deps: own, admission: await admitted }),
    (error) => answerFailed(response, { error, entry, accept: headers.accept, deps: own }),
  );
}

interface Provided {
  readonly provider: Provider;
  readonly deps: ProxyDeps;
  readonly headers: ReadHeaders;
  readonly origin: Origin;
  readonly path: string;
  readonly entry: OpenEntry;
  readonly admission?: Admission;
}

function forwardProvided(
  message: IncomingMessage,
  response: ServerResponse,
  { provider, deps, headers, origin, path, entry, admission }: Provided,
): void {
  if (response.destroyed) {
    entry.close({ failure: "the client disconnected" });
    return;
  }
  if (headers.expectsContinue) response.writeContinue();
  forwardRequest(message, response, {
    origin,
    method: message.method ?? "",
    path,
    headers: withKey(headers.forward, provider),
    hasBody: headers.hasBody,
    accept: headers.accept,
    entry,
    deps,
    admission,
    hide: createKeyHider(Buffer.from(provider.key.reveal(), "latin1")),
  });
}

function denyInFormat(path: string, { type }: Provider): ProxyDeps["writeDenial"] {
  return (denial, options) => writeProviderDenial(denial, options, { path, type });
}

interface ProvidedRequest {
  readonly method: string;
  readonly url: string;
  /** See `readProviderPath`. */
  readonly path: string | undefined;
  readonly headers: ReadHeaders;
}

/** Returns why a request is not forwarded; undefined if it is. */
function denyRequest(
  { method, url, path, headers }: ProvidedRequest,
  { keyForm }: Provider,
): Denial | undefined {
  if (headers.problem) return refuse("ambiguous", headers.problem);
  if (path === undefined)
    return refuse("ambiguous", "the path could leave the provider's base URL");
  if (method === "TRACE") return refuse("not-understood", "TRACE would return the key");
  // With a key of its own, the command could send data to another account at the provider.
  if (namesAccount(url))
    return refuse("ambiguous", "the query could name another account than the sidecar's key");
  if (typeof keyForm === "object" && findPlaceholders(headers.forward, keyForm).length === 0)
    return refuse("ambiguous", "no header contains the placeholder of the sidecar's key");
  return undefined;
}

/**
 * Returns the provider's origin. Any address is allowed, because the operator named the provider.
 */
function originOf({ hostname, port }: URL): Origin {
  const host = hostname.replace(/^\[|\]$/g, "");
  return { scheme: "https", host, port: Number(port || 443), isListed: true };
}

function withKey(headers: readonly string[], provider: Provider): string[] {
  const { baseUrl, type, key, keyForm } = provider;
  const kept = prepareForCredential(dropCredentials(headers, [{}]));
  const own = ["host", baseUrl.host];
  if (key.isEmpty) return [...own, ...kept];
  const value = key.reveal();
  if (typeof keyForm === "object")
    return [...own, ...kept, ...findPlaceholders(headers, keyForm, value)];
  const bearer = ["authorization", `Bearer ${value}`];
  if (keyForm === "bearer") return [...own, ...kept, ...bearer];
  if (keyForm === "api-key") return [...own, ...kept, "api-key", value];
  return [...own, ...kept, ...bearer, ...(type === "anthropic" ? ["x-api-key", value] : [])];
}

/**
 * Returns the headers in which the client sent the placeholder, with a key instead. Only headers
 * for keys receive the key, because providers may log or return other headers.
 */
function findPlaceholders(
  headers: readonly string[],
  { placeholder }: { readonly placeholder: string },
  value = "",
): string[] {
  return headers.flatMap((name, at) => {
    if (at % 2 === 1 || !keyHeaders.includes(name.toLowerCase())) return [];
    const [, scheme = "", sent] = /^(bearer )?(.*)$/i.exec(headers[at + 1] ?? "") ?? [];
    return sent === placeholder ? [name, scheme + value] : [];
  });
}

function openEntry({
  method,
  target,
  headers,
  origin,
  provider,
  deps,
  denial,
}: {
  method: string;
  target: string;
  headers: ReadHeaders;
  origin: Origin;
  provider: Provider;
  deps: ProxyDeps;
  denial: Denial | undefined;
}): OpenEntry {
  const rule = { id: "--enable-api-proxy", text: provider.baseUrl.href };
  const decision = denial ?? { allowed: true, explanation: "request to the provider's API", rule };
  const { scheme, host, port } = origin;
  const { userAgent } = headers;
  const asked = { kind: "provider", way: "proxy", scheme, host, port, method, target } as const;
  return new OpenEntry(deps.log, { ...asked, protocol: "http/1.1", userAgent }, decision);
}
