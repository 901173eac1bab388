import { createHash, randomBytes } from "node:crypto";
import { budgetOwner, type Caller } from "../auth/caller.ts";
import { isRecord } from "../is-record.ts";
import { wire } from "../wire.ts";
import { versionOf } from "./check-headers.ts";
import type { Reply } from "./reply.ts";
import type { Forge, Request } from "./call.ts";
import { rateLimitHeaders, type Resource } from "./rate-limits.ts";

/**
 * Adds the headers of every API response: ETag, request budget, and facts about the credential.
 * Returns 304 if the client already has the response.
 */
export function finishReply(
  forge: Forge,
  request: Request,
  { reply, caller, resource }: { reply: Reply; caller: Caller; resource: Resource },
): Reply {
  const etag = etagOf(request, reply);
  const changed = changeTimeOf(request, reply);
  const unchanged = (etag !== undefined && hasSeen(request, etag)) || hasSince(request, changed);
  const isFree = request.path === "/rate_limit" || (unchanged && caller.kind !== "anonymous");
  const headers = {
    // The forge's time, with which a client can detect that its own clock is wrong.
    date: forge.now().toUTCString(),
    [wire.requestIdHeader]: randomBytes(8).toString("hex").toUpperCase(),
    [wire.mediaTypeHeader]: wire.mediaType,
    "cache-control": "private, max-age=60, s-maxage=60",
    vary: "Accept, Authorization, Cookie",
    ...budgetHeaders(forge, { caller, resource, cost: isFree ? 0 : (reply.cost ?? 1) }),
    ...credentialHeaders(caller),
    [wire.versionHeader]: versionOf(request),
    ...(etag && { etag }),
    ...(changed && { "last-modified": changed.toUTCString() }),
    ...reply.headers,
  };
  return unchanged ? { status: 304, headers } : { ...reply, headers };
}

/** Returns the ETag, which depends on the credential, as on GitHub. */
function etagOf(request: Request, { status, json }: Reply): string | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || status !== 200 || json === undefined) return undefined;
  const hash = createHash("sha256").update(request.headers["authorization"] ?? "");
  return `W/"${hash.update(JSON.stringify(json)).digest("hex")}"`;
}

function hasSeen({ headers }: Request, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  const known = headers["if-none-match"]?.split(",") ?? [];
  return known.some((tag) => tag.trim() === "*" || strong(tag) === strong(etag));
}

/**
 * Returns the time of the last change. Returns undefined for a list, because lists do not have such
 * a time.
 */
function changeTimeOf({ method }: Request, { status, json }: Reply): Date | undefined {
  const time = status === 200 && isRecord(json) ? json["updated_at"] : undefined;
  const isRead = method === "GET" || method === "HEAD";
  return isRead && typeof time === "string" ? new Date(time) : undefined;
}

/**
 * Returns whether the response is unchanged since the time in the request. An ETag in the request
 * takes precedence over the time.
 */
function hasSince({ headers }: Request, changed: Date | undefined): boolean {
  const since = headers["if-modified-since"];
  if (since === undefined || headers["if-none-match"] !== undefined || !changed) return false;
  return Math.floor(changed.getTime() / 1000) * 1000 <= new Date(since).getTime();
}

function budgetHeaders(
  { limits, world }: Forge,
  spent: { caller: Caller; resource: Resource; cost: number },
): Record<string, string> {
  if (!world.switches.rateLimits) return {};
  const who = budgetOwner(spent.caller);
  const isEmpty = limits.read(who, spent.resource).remaining === 0;
  const budget =
    spent.cost === 0 || isEmpty
      ? limits.read(who, spent.resource)
      : limits.spend(who, spent.resource, spent.cost);
  return rateLimitHeaders(budget, spent.resource);
}

function credentialHeaders(caller: Caller): Record<string, string> {
  if (caller.kind === "user") {
    return { "x-oauth-scopes": caller.token.scopes.join(", "), "x-accepted-oauth-scopes": "" };
  }
  const expiresAt = caller.kind === "fine-grained" ? caller.token.expiresAt : null;
  if (expiresAt === null) return {};
  const written = expiresAt.slice(0, 19).replace("T", " ");
  return { [wire.tokenExpiresHeader]: `${written} UTC` };
}
