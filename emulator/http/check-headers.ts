import { Refusal, type Reply } from "./reply.ts";
import type { Request } from "./call.ts";

/** Supported API versions. A request without a version uses the oldest. */
const versions = ["2022-11-28", "2026-03-10"] as const;

export type ApiVersion = (typeof versions)[number];

export function versionOf({ headers }: Pick<Request, "headers">): ApiVersion {
  return versions.find((each) => each === headers["x-github-api-version"]) ?? versions[0];
}

/**
 * Rejects a request without a user agent. GitHub does this before the request reaches the API, so
 * the response is not JSON.
 */
export function refuseNameless({ headers }: Request): Reply | undefined {
  if (headers["user-agent"]) return undefined;
  const text =
    "Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\n";
  return { status: 403, text };
}

/**
 * @throws Refusal (400, 415) if the request specifies an unsupported version, or a format other
 *   than JSON
 */
export function checkHeaders({ headers }: Request): void {
  const version = headers["x-github-api-version"];
  if (version !== undefined && !versions.some((each) => each === version)) {
    throw new Refusal(
      400,
      `The version you specified in the "X-GitHub-API-Version" request header, "${version}", is not a supported version. Supported versions: ${versions.join(", ")}.`,
    );
  }
  const { accept } = headers;
  if (accept === undefined || accept.split(",").some(isAnswered)) return;
  throw new Refusal(
    415,
    `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
  );
}

/**
 * Returns whether the format is JSON, one of GitHub's JSON types with or without a preview, or a
 * wildcard.
 */
function isAnswered(kind: string): boolean {
  return /^(?:\*\/\*|application\/(?:\*|json|vnd\.github[\w.+-]*))(?:;|$)/.test(kind.trim());
}
