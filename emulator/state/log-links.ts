import { createHmac, randomBytes } from "node:crypto";
import { Secret } from "../../src/shared/secret.ts";

/** Signed storage URLs. For one minute, anyone who has the URL can read the log. */
export interface LogLinks {
  /** Signs a storage path and returns the query string to append. */
  sign(path: string): string;
  isGood(path: string, query: URLSearchParams): boolean;
}

const lifetimeMilliseconds = 60_000;

/** Creates signed links. The key exists only in memory, so a restart invalidates all links. */
export function createLogLinks(now: () => Date): LogLinks {
  const key = randomBytes(32);
  const signatureOf = (path: string, expiry: string) =>
    createHmac("sha256", key).update(`${path}\n${expiry}`).digest("base64url");
  return {
    sign(path) {
      const expiry = new Date(now().getTime() + lifetimeMilliseconds).toISOString();
      return new URLSearchParams({ se: expiry, sig: signatureOf(path, expiry) }).toString();
    },
    isGood(path, query) {
      const expiry = query.get("se") ?? "";
      const given = new Secret(query.get("sig") ?? "");
      const isSigned = given.equals(new Secret(signatureOf(path, expiry)));
      return isSigned && new Date(expiry) > now();
    },
  };
}
