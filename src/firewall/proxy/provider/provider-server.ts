import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { InvalidInput } from "../../../shared/errors.ts";
import type { Secret } from "../../../shared/secret.ts";
import { containRequest, containServer } from "../contain-server.ts";
import { answerDenied } from "../http1/answer-complete.ts";
import { forwardRequest } from "../http1/forward-request.ts";
import { readHeaders } from "../http1/read-headers.ts";
import { logFault } from "../log-fault.ts";
import { OpenEntry } from "../open-entry.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import { refuse } from "../refusal/denial.ts";
import { findRerouting } from "../rerouting-headers.ts";
import type { Origin } from "../upstream/dial.ts";
import { createKeyHider } from "./hide-key.ts";
import { readProviderPath } from "./read-provider-path.ts";
import { http } from "../../../shared/node-network.ts";

/** The only host that the sidecar connects to, and the operator's key for it. */
export interface Provider {
  /** An `https:` URL without a user. Its path is the base path of every request. */
  readonly baseUrl: URL;
  /** Type of the provider, such as `anthropic` or `openai`. */
  readonly type: string;
  readonly key: Secret;
}

const headersTimeoutMs = 30_000;

/**
 * Creates an HTTP/1.1 server for the sidecar's port. The server forwards requests to the provider
 * with the key, which the client never receives.
 * @throws InvalidInput if the base is not a valid https: URL
 */
export function createProviderServer(provider: Provider, deps: ProxyDeps): Server {
  const { baseUrl } = provider;
  if (baseUrl.protocol !== "https:" || baseUrl.username || baseUrl.password || baseUrl.search) {
    throw new InvalidInput(
      "The provider's base URL must use https: and must not contain a user name or a query.",
    );
  }
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
  const denial = headers.problem
    ? refuse("ambiguous", headers.problem)
    : path === undefined
      ? refuse("ambiguous", "the path could leave the provider's base URL")
      : method === "TRACE"
        ? refuse("not-understood", "TRACE would return the key")
        : undefined;
  const entry = openEntry({ method, target: path ?? url, headers, origin, provider, deps, denial });
  if (denial || path === undefined) {
    if (denial) answerDenied(response, { denial, entry, headers, deps });
    return;
  }
  if (headers.expectsContinue) response.writeContinue();
  forwardRequest(message, response, {
    origin,
    method,
    path,
    headers: withKey(headers.forward, provider),
    hasBody: headers.hasBody,
    accept: headers.accept,
    entry,
    deps,
    hide: createKeyHider(Buffer.from(provider.key.reveal(), "latin1")),
  });
}

/**
 * Returns the provider's origin. Any address is allowed, because the operator named the provider.
 */
function originOf({ hostname, port }: URL): Origin {
  const host = hostname.replace(/^\[|\]$/g, "");
  return { scheme: "https", host, port: Number(port || 443), isListed: true };
}

/**
 * Headers that may contain the placeholder key, and headers that could return the key in parts or
 * in another encoding.
 */
const replaced = new Set([
  "authorization",
  "x-api-key",
  "api-key",
  "accept-encoding",
  "accept-charset",
  "range",
  "if-range",
  "request-range",
  "x-ms-range",
  "a-im",
]);

function withKey(headers: readonly string[], { baseUrl, type, key }: Provider): string[] {
  const kept = headers.filter((_, at) => {
    const name = headers[at - (at % 2)] ?? "";
    // CGI does not distinguish between - and _.
    return !replaced.has(name.toLowerCase().replaceAll("_", "-")) && !findRerouting(name);
  });
  const own = ["host", baseUrl.host, "accept-encoding", "identity"];
  if (key.isEmpty) return [...own, ...kept];
  const value = key.reveal();
  const bearer = ["authorization", `Bearer ${value}`];
  return [...own, ...kept, ...bearer, ...(type === "anthropic" ? ["x-api-key", value] : [])];
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
  headers: ReturnType<typeof readHeaders>;
  origin: Origin;
  provider: Provider;
  deps: ProxyDeps;
  denial: ReturnType<typeof refuse> | undefined;
}): OpenEntry {
  const rule = { id: "--enable-api-proxy", text: provider.baseUrl.href };
  const decision = denial ?? { allowed: true, explanation: "request to the provider's API", rule };
  const { scheme, host, port } = origin;
  const { userAgent } = headers;
  const asked = { kind: "provider", way: "proxy", scheme, host, port, method, target } as const;
  return new OpenEntry(deps.log, { ...asked, protocol: "http/1.1", userAgent }, decision);
}
