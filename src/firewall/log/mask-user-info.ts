import { hidden } from "../../shared/secret.ts";

// Each of these characters may be percent-encoded, even repeatedly, because a URL often occurs in
// the query of another URL.
const slash = String.raw`(?:/|%(?:25)*2f)`;
const start = String.raw`(?::|%(?:25)*3a)${slash}{2,}`;
// Programs disagree about the characters that end the user information, but a slash or space always
// ends it.
const userInfo = String.raw`(?:(?!${slash})\S)+`;
const at = String.raw`(?:@|%(?:25)*40)`;

const inUrl = new RegExp(`(${start})${userInfo}(${at})`, "gi");
const atStart = new RegExp(`^(${slash}{2,}|(?!${slash}))${userInfo}(${at})`, "i");
/**
 * An `@`, possibly percent-encoded. Most texts do not contain one, so they are not searched any
 * further.
 */
const candidate = /@|%(?:25)*40/;

/**
 * Masks `user:password@` in each URL of a text. Runs in linear time, because a slash always ends
 * the user information.
 */
export function maskUserInfo(text: string): string {
  return candidate.test(text) ? text.replaceAll(inUrl, `$1${hidden}$2`) : text;
}

/**
 * Masks user information in a request target. The target may begin with user information, without a
 * scheme.
 */
export function maskTargetUserInfo(target: string): string {
  if (!candidate.test(target)) return target;
  return maskUserInfo(target).replace(atStart, `$1${hidden}$2`);
}
