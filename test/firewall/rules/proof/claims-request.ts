import { matchesGlob } from "../../../../src/firewall/rules/glob.ts";
import { coversHost } from "../../../../src/firewall/rules/host-pattern.ts";
import { isFault } from "../../../../src/firewall/rules/fault.ts";
import type { Request } from "../../../../src/firewall/rules/policy.ts";
import type { Claim, ClaimPart } from "../../../../src/firewall/rules/read-claim.ts";
import { readTarget, type Target } from "../../../../src/firewall/rules/target.ts";

/**
 * Returns whether a claim covers a request, by comparing the request itself. It shares no code with
 * the proof except the matching of one glob with one text.
 */
export function claimsRequest({ never, except }: Claim, request: Request): boolean {
  if (!coversNever(never, request)) return false;
  const near = except.filter((part) => coversExcept(part, request));
  const target = readTarget(request.target);
  const excepts = (part: ClaimPart, { path, query }: Pick<Target, "path" | "query">) =>
    matchesGlob(part.pathGlob, path) && coversQuery(part, query);
  if (!isFault(target) && near.some((part) => part.path.includes(";") && excepts(part, target)))
    return false;
  return readingsOf(request.target).some(
    (reading) =>
      matchesGlob(never.pathGlob, reading.path) && !near.some((part) => excepts(part, reading)),
  );
}

function coversNever(part: ClaimPart, { scheme, port, host, method }: Request): boolean {
  return (
    (part.scheme !== "http" || scheme === "http") &&
    (part.port ?? port) === port &&
    coversHost(part.host, host) &&
    coversMethod(part, method)
  );
}

function coversExcept(part: ClaimPart, { scheme, port, host, method }: Request): boolean {
  const usual = scheme === "https" ? 443 : 80;
  const isPort =
    part.port === undefined
      ? part.scheme === undefined
        ? (port === 80 || port === 443) && host !== "localhost"
        : port === usual
      : port === part.port;
  return (
    isPort &&
    (part.scheme ?? scheme) === scheme &&
    coversHost(part.host, host) &&
    coversMethod(part, method)
  );
}

function coversMethod({ methods }: ClaimPart, method: string): boolean {
  return methods === undefined || methods.includes(method.toUpperCase());
}

/** Returns the paths that servers could read, each with the query. */
function readingsOf(raw: string): Pick<Target, "path" | "query">[] {
  const [path = "", query] = raw.split(/\?([^]*)/, 2);
  const end = query === undefined ? "" : `?${query}`;
  const decoded = decode(path);
  const texts = [path, decoded, decode(decoded), decoded.replaceAll(/\/+/g, "/")];
  return texts.flatMap((text) => {
    const target = readTarget(text + end);
    return isFault(target) ? [] : [target, { ...target, path: target.bare }];
  });
}

function decode(path: string): string {
  return path.replaceAll(/%[2-7][0-9A-F]/gi, (escape) => {
    const letter = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[\w.~/%-]/.test(letter) ? letter : escape;
  });
}

function coversQuery({ path, queryGlob }: ClaimPart, query: string | undefined): boolean {
  if (queryGlob) return query !== undefined && matchesGlob(queryGlob, query);
  return query === undefined || path.endsWith("*");
}
