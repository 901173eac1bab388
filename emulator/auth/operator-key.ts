import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret } from "../../src/shared/secret.ts";

/*
 * The operator key proves that a program or browser belongs to the user who runs this forge. It is
 * stored in a file that only this user can read, and each start creates a new key. Programs send
 * the key itself. A browser gets a sign-in code derived from it, so the key never appears in an
 * address bar or process list.
 */

export function makeOperatorKey(): Secret {
  return new Secret(randomBytes(32).toString("base64url"));
}

/** Returns the path of the key file, next to the login of the forge's CLI. */
export function operatorKeyFile(folder: string): string {
  return join(folder, "operator-key");
}

/**
 * Reads the operator key of the forge whose CLI login is stored in this folder. Returns undefined
 * if there is no key.
 */
export function readOperatorKey(folder: string): Secret | undefined {
  try {
    return new Secret(readFileSync(operatorKeyFile(folder), "utf8").trim());
  } catch {
    // Best effort: without the key, a link opens a page that explains how to sign in.
    return undefined;
  }
}

/** Returns whether an Authorization header contains the key. */
export function bearsOperatorKey(key: Secret, header: string | undefined): boolean {
  return new Secret(header ?? "").equals(new Secret(`Bearer ${key.reveal()}`));
}

/** Adds a sign-in code to the link. The code signs in one browser. */
export function signLink(key: Secret, link: string): string {
  const url = new URL(link);
  const nonce = randomBytes(9).toString("base64url");
  url.searchParams.set(signInParameter, `${nonce}.${sealOf(key, nonce, url.port)}`);
  return url.href;
}

export const signInParameter = "sign_in";

/**
 * Returns whether a code was derived from this key for a forge on this port, so a program on a
 * different port cannot reuse a code that it received. The caller must reject codes that were used
 * before.
 */
export function isSignInCode(key: Secret, code: string, port: string): boolean {
  const [nonce = "", seal = "", ...more] = code.split(".");
  return more.length === 0 && new Secret(seal).equals(new Secret(sealOf(key, nonce, port)));
}

function sealOf(key: Secret, nonce: string, port: string): string {
  const seal = createHmac("sha256", key.reveal()).update(`sign in ${port} ${nonce}`).digest();
  return seal.subarray(0, 18).toString("base64url");
}
