import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret } from "../../src/shared/secret.ts";

/*
 * The operator key proves that a program or a browser is of the person who runs this forge: it lies in a file that
 * only they can read, and another one begins with each start. Programs send it; a browser is given a sign-in code that
 * is made from it, so that neither an address bar nor a list of processes ever shows the key itself.
 */

export function makeOperatorKey(): Secret {
  return new Secret(randomBytes(32).toString("base64url"));
}

/** The file that holds the key, beside the forge CLI's login. */
export function operatorKeyFile(folder: string): string {
  return join(folder, "operator-key");
}

/** The key of the forge that is logged in at in this folder; undefined where there is none. */
export function readOperatorKey(folder: string): Secret | undefined {
  try {
    return new Secret(readFileSync(operatorKeyFile(folder), "utf8").trim());
  } catch {
    // Best effort: without it a link leads to a page that says how to sign in.
    return undefined;
  }
}

/** Whether an Authorization header carries the key. */
export function bearsOperatorKey(key: Secret, header: string | undefined): boolean {
  return new Secret(header ?? "").equals(new Secret(`Bearer ${key.reveal()}`));
}

/** The same link, with a code that signs one browser in on the way. */
export function signLink(key: Secret, link: string): string {
  const url = new URL(link);
  const nonce = randomBytes(9).toString("base64url");
  url.searchParams.set(signInParameter, `${nonce}.${sealOf(key, nonce, url.port)}`);
  return url.href;
}

export const signInParameter = "sign_in";

/**
 * Whether a code was made from this key, for a forge at this port: whoever listens at another one cannot use it here.
 * That it is used once is up to the one who asks.
 */
export function isSignInCode(key: Secret, code: string, port: string): boolean {
  const [nonce = "", seal = "", ...more] = code.split(".");
  return more.length === 0 && new Secret(seal).equals(new Secret(sealOf(key, nonce, port)));
}

function sealOf(key: Secret, nonce: string, port: string): string {
  const seal = createHmac("sha256", key.reveal()).update(`sign in ${port} ${nonce}`).digest();
  return seal.subarray(0, 18).toString("base64url");
}
