import { hidden } from "../../shared/secret.ts";

// Each may be encoded, also more than once: a URL often stands in the query of another one.
const slash = String.raw`(?:/|%(?:25)*2f)`;
const start = String.raw`(?::|%(?:25)*3a)${slash}{2,}`;
// Programs differ in what ends it. A slash and a space always do.
const userInfo = String.raw`(?:(?!${slash})\S)+`;
const at = String.raw`(?:@|%(?:25)*40)`;

const inUrl = new RegExp(`(${start})${userInfo}(${at})`, "gi");
const atStart = new RegExp(`^(${slash}{2,}|(?!${slash}))${userInfo}(${at})`, "i");
/** Most texts have none, and are not searched further. */
const candidate = /@|%(?:25)*40/;

/** Hides `user:password@` in each URL of a text. Takes linear time, because a slash ends every user information. */
export function maskUserInfo(text: string): string {
  return candidate.test(text) ? text.replaceAll(inUrl, `$1${hidden}$2`) : text;
}

/** Does the same for the target of a request, which may begin with the user information of an address. */
export function maskTargetUserInfo(target: string): string {
  if (!candidate.test(target)) return target;
  return maskUserInfo(target).replace(atStart, `$1${hidden}$2`);
}
