import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { InvalidInput } from "../../../shared/errors.ts";
import type { Secret } from "../../../shared/secret.ts";
import { containRequest, containServer } from "../contain-server.ts";
import { answerDenied } from "../http1/answer-whole.ts";
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

/** The one place that the sidecar speaks with, in the operator's name. */
export interface Provider {
  /** `https:`, without a user; its path is the base of every request. */
  readonly baseUrl: URL;
  /** `anthropic`, `openai` and the like. */
  readonly type: string;
  readonly key: Secret;
}

const headersTimeoutMs = 30_000;

/**
 * HTTP/1.1 for the sidecar's port: requests go on to the provider with its key, which the one who asks never sees.
 * @throws InvalidInput where the base is no https: URL
 */
export function createProviderServer(provider: Provider, deps: ProxyDeps): Server {
  const { baseUrl } = provider;
  if (baseUrl.protocol !== "https:" || baseUrl.username || baseUrl.password || baseUrl.search) {
    throw new InvalidInput(
      "The provider's base is an https: URL without a user and without a query.",
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
  // It never listens itself, and would keep no deadlines otherwise.
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
      ? refuse("ambiguous", "the path could lead out of the provider's base")
      : method === "TRACE"
        ? refuse("not-understood", "TRACE would send the key back")
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

/** Whoever named the provider named its address as well, wherever it is. */
function originOf({ hostname, port }: URL): Origin {
  const host = hostname.replace(/^\[|\]$/g, "");
  return { scheme: "https", host, port: Number(port || 443), isListed: true };
}

/** Headers that may hold a placeholder, and those by which a key could come back in pieces or in other bytes. */
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
    // CGI makes no difference between - and _.
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
  const decision = denial ?? { allowed: true, because: "it is the provider's API", rule };
  const { scheme, host, port } = origin;
  const { userAgent } = headers;
  const asked = { kind: "provider", way: "proxy", scheme, host, port, method, target } as const;
  return new OpenEntry(deps.log, { ...asked, protocol: "http/1.1", userAgent }, decision);
}
