import { Problem } from "./problem.ts";

export const publicApi = "https://api.github.com";

/**
 * Returns the address of the API without a trailing slash.
 * @throws Problem if a credential must not be sent to the address
 */
export function readApiUrl(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !isSafe(address)) {
    throw new Problem("The api-url is not the https:// address of an API.");
  }
  return `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}

/** Returns whether credentials can be sent to a URL safely: over HTTPS, or to this machine. */
function isSafe({ protocol, hostname, username, password, search, hash }: URL): boolean {
  if (username || password || search || hash) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
