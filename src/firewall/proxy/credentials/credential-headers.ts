import type { WrittenCredential } from "../../rules/credential-rule.ts";
import { record } from "../../../shared/cache-once.ts";
import { findRerouting } from "../rerouting-headers.ts";

/** Headers in which APIs accept a key, and which can contain a placeholder. */
export const keyHeaders = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];

/** Matches headers in which servers accept a key, a token or a session. */
const credentialHeader =
  /^(?:(?:x-|proxy-)?authorization|cookie|(?:[a-z0-9]+-)*(?:token|secret|art-api)|[a-z0-9-]*(?:api|access|auth|subscription)-?key)$/;

const isCredential = record((name: string) => credentialHeader.test(canonical(name)));

/** Headers with which a server could return a credential in parts or in another encoding. */
const partialOrEncoded = new Set([
  "accept-encoding",
  "accept-charset",
  "range",
  "if-range",
  "request-range",
  "x-ms-range",
  "a-im",
]);

/**
 * Removes the credentials that the command sends itself to a host with credentials. Otherwise, the
 * command could send data to an account of its own.
 * @param flat name, value, name, value
 * @param rules the credentials of the host; without any, all headers are returned
 */
export function dropCredentials(
  flat: readonly string[],
  rules: readonly Pick<WrittenCredential, "header">[],
): string[] {
  if (rules.length === 0) return [...flat];
  const others = rules.flatMap(({ header }) => (header === undefined ? [] : canonical(header)));
  return dropHeaders(flat, (name) => isCredential(name) || others.includes(canonical(name)));
}

/**
 * Removes headers that could return an added credential, or apply it to another method or path. The
 * response can then be searched for the credential, so the request asks for no encoding.
 */
export function prepareForCredential(flat: readonly string[]): string[] {
  return [...dropHeaders(flat, isUnfit), "accept-encoding", "identity"];
}

const isUnfit = record((given: string) => {
  const name = canonical(given);
  return partialOrEncoded.has(name) || findRerouting(name) !== undefined;
});

function dropHeaders(flat: readonly string[], isDropped: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const [name = "", value = ""] = flat.slice(at, at + 2);
    if (!isDropped(name)) kept.push(name, value);
  }
  return kept;
}

/** CGI does not distinguish between - and _. */
function canonical(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/**
 * Parameters in which APIs accept a key, and those of an upload that was started with another key.
 * Google's APIs also accept names that begin with `$.`.
 */
const accountNames = [
  /^(?:(?:api|access|auth|subscription)-?)?key$/,
  /^(?:(?:access|auth|oauth|private|job|deploy|personal|api|session|x-amz-security)-?)?token$/,
  /^(?:x-(?:amz|goog)-)?(?:signature|credential)$|^sig$|^(?:client-?)?secret$|^upload-id$/,
];

/** Returns whether a query could name another account than the credential of gatehouse. */
export function namesAccount(target: string): boolean {
  const [, query] = /\?([^]*)/.exec(target) ?? [];
  if (query === undefined) return false;
  // Some servers also separate parameters at these characters.
  const parameters = new URLSearchParams(query.replaceAll(/[;?]/g, "&"));
  const names = [...parameters.keys()].map((name) =>
    name
      .toLowerCase()
      .replace(/^\$?\.?/, "")
      .replace(/\[.*$/, "")
      .replaceAll(/[\s._]+/g, "-"),
  );
  return names.some((name) => accountNames.some((each) => each.test(name)));
}
