import { Problem } from "./problem.ts";

export const publicApi = "https://api.github.com";

/** The forge's API, without a slash at its end. @throws Problem for what a credential is not sent to */
export function readApiUrl(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !isSafe(address)) {
    throw new Problem("The api-url is no https:// address of a forge's API.");
  }
  return `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}

/** Nothing goes unencrypted but to this machine. */
function isSafe({ protocol, hostname, username, password, search, hash }: URL): boolean {
  if (username || password || search || hash) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
