import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { CliFailure } from "./cli-failure.ts";
import type { Login } from "./login.ts";
import { codeOf } from "../../src/shared/error-code.ts";

export interface ForgeRequest {
  readonly method: string;
  /** Path relative to the API root, or a URL of the same API, such as a listing's `next` link. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CliReply {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

const mostRedirects = 10;

/**
 * Sends one request with the login's token, and returns the response whatever its status. Follows
 * redirects, but does not send the token to other hosts.
 * @throws CliFailure if the forge cannot be reached, or the path belongs to another host
 */
export async function sendRequest(login: Login, request: ForgeRequest): Promise<CliReply> {
  const home = resolveUrl(login.host, request.path);
  let url = home;
  let { method } = request;
  for (let count = 0; ; count += 1) {
    const reply = await sendOnce(login, url, {
      ...request,
      method,
      isHome: url.origin === home.origin,
    });
    const next = redirectOf(reply);
    if (!next || count === mostRedirects) return reply;
    // After a redirect other than 307 or 308, clients continue with GET, as browsers do.
    if (reply.status !== 307 && reply.status !== 308 && method !== "HEAD") method = "GET";
    url = next;
  }
}

function redirectOf({ status, headers, url }: CliReply): URL | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== "string") return undefined;
  return URL.canParse(location, url) ? new URL(location, url) : undefined;
}

async function sendOnce(
  login: Login,
  url: URL,
  request: ForgeRequest & { readonly isHome: boolean },
): Promise<CliReply> {
  const isSent = request.body !== undefined && request.method !== "GET";
  const body = isSent ? Buffer.from(request.body) : undefined;
  const options: RequestOptions = {
    method: request.method,
    agent: false,
    headers: {
      accept: "application/json",
      "user-agent": "forge-cli",
      ...(body && { "content-type": "application/json; charset=utf-8" }),
      ...(body && { "content-length": body.length }),
      ...(request.isHome && request.headers),
      ...(request.isHome && { authorization: `token ${login.token.reveal()}` }),
    },
  };
  const send = url.protocol === "http:" ? requestHttp : (await import("node:https")).request;
  try {
    return await new Promise((resolve, reject) => {
      const sent = send(url, options, (message) => {
        readReply(url, message).then(resolve, reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  } catch (cause) {
    const code = codeOf(cause) ?? "connection lost";
    throw new CliFailure(`error connecting to ${url.host} (${code})`);
  }
}

/**
 * Returns the URL of a path in a host's API. Uses HTTP only for loopback addresses, because the
 * embedded forge listens only on those.
 */
function resolveUrl(host: string, path: string): URL {
  const scheme = /^(?:127\.[\d.]+|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host)
    ? "http"
    : "https";
  const base = `${scheme}://${host}/api/v3/`;
  if (path === "graphql") return new URL(`${scheme}://${host}/api/graphql`);
  if (!/^https?:\/\//i.test(path)) return new URL(path.replace(/^\/+/, ""), base);
  if (!path.startsWith(base)) throw new CliFailure(`${path} is not a URL of ${host}`, 2);
  return new URL(path);
}

async function readReply(url: URL, message: IncomingMessage): Promise<CliReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return {
    url: url.href,
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: message.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/**
 * Sends one request and parses the JSON response.
 * @throws CliFailure if the request is rejected: `HTTP 404: Not Found (URL)`
 */
export async function requestJson(login: Login, request: ForgeRequest): Promise<unknown> {
  const reply = await sendRequest(login, request);
  if (reply.status >= 300) throw refusal(reply);
  if (reply.body === "") return undefined;
  try {
    return JSON.parse(reply.body) as unknown;
  } catch {
    throw new CliFailure(`the response is not JSON (${reply.url})`);
  }
}

/** Creates the error that commands other than `api` report for a rejected request. */
export function refusal(reply: CliReply): CliFailure {
  const { message, errors } = explainReply(reply);
  const reasons = errors.map((error) => `\n${error}`).join("");
  return new CliFailure(`HTTP ${reply.status}: ${message} (${reply.url})${reasons}`);
}

/** Returns the message of the response, or the status line if it has none. */
export function explainReply(reply: CliReply): { message: string; errors: string[] } {
  const json = parseObject(reply.body);
  const message = typeof json["message"] === "string" ? json["message"] : reply.statusText;
  const errors = Array.isArray(json["errors"]) ? (json["errors"] as unknown[]) : [];
  return { message, errors: errors.map(describeError) };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    // The body is empty, or a proxy sent it, so only the status line can be reported.
    return {};
  }
}

function describeError(error: unknown): string {
  if (typeof error === "string") return error;
  const { message } = Object(error) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}
