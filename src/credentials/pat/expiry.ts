/** A token's expiry, from a header that GitHub sends with every response. */
export type TokenExpiry =
  | { readonly kind: "at"; readonly at: Date }
  | { readonly kind: "never" }
  | { readonly kind: "unreadable" };

// For example, "2030-01-31 19:07:53 UTC" or "2030-01-31 19:07:53 +0200".
const spelling = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}) ?(UTC|Z|[+-]\d{2}:?\d{2})$/;

/** Reads the header `brand.tokenExpiryHeader`. GitHub omits it for tokens that never expire. */
export function readTokenExpiry(header: string | undefined): TokenExpiry {
  if (header === undefined) return { kind: "never" };
  const [, date, time, zone = ""] = spelling.exec(header.trim()) ?? [];
  if (date === undefined || time === undefined) return { kind: "unreadable" };
  const offset = /\d/.test(zone) ? zone.replace(/(\d{2}):?(\d{2})$/, "$1:$2") : "Z";
  const at = new Date(`${date}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? { kind: "unreadable" } : { kind: "at", at };
}

/**
 * Returns whether two expiry times (ISO 8601) can be the same. They may differ by less than one
 * second, because GitHub reports only whole seconds.
 */
export function isSameMoment(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}

/** Returns the number of complete days left; negative after the expiry. */
export function daysLeft(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / 86_400_000);
}

/** Returns why a token with this expiry cannot be used; undefined if it can. */
export function refuseExpiry(expiry: TokenExpiry, now: Date): string | undefined {
  if (expiry.kind === "never") return "The token never expires; create one with an expiry.";
  if (expiry.kind === "unreadable") return "Could not read when the token expires.";
  return expiry.at <= now ? `The token expired at ${expiry.at.toISOString()}.` : undefined;
}
