import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

export type PrivateKeyReading =
  | { readonly ok: true; readonly key: Secret; readonly bits: number; readonly fingerprint: string }
  | { readonly ok: false; readonly because: string };

const minimumBits = 2048;
const pemBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \1-----/;

/**
 * Reads an App's private key however it was copied: with CRLF, with `\n` written out, quoted, on one line.
 * The key that it answers is a PEM with line breaks, as the forge hands it out.
 */
export function readPrivateKey(pasted: Secret): PrivateKeyReading {
  if (pasted.isEmpty) return refuse("Nothing was entered.");
  const text = pasted
    .reveal()
    .replaceAll(/\\r|\r/g, "")
    .replaceAll("\\n", "\n");
  if (/BEGIN ENCRYPTED|Proc-Type:.*ENCRYPTED/.test(text)) {
    return refuse("The key is encrypted with a passphrase; the forge needs it without one.");
  }
  const [, label, body] = pemBlock.exec(text) ?? [];
  if (label === undefined || body === undefined) return refuse(describeMissingBlock(text));
  const lines = body.replaceAll(/\s/g, "").match(/.{1,64}/g) ?? [];
  const pem = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
  return readPem(new Secret(pem));
}

/** The same for one that a step was given. @param name of what holds it @throws InvalidInput where it is none */
export function requirePrivateKey(given: Secret, name: string): Secret {
  const reading = readPrivateKey(given);
  if (reading.ok) return reading.key;
  throw new InvalidInput(`${name} holds no key of an App: ${reading.because}`);
}

function readPem(key: Secret): PrivateKeyReading {
  let parsed: KeyObject;
  try {
    parsed = createPrivateKey(key.reveal());
  } catch {
    // The parser's own message may quote the input.
    return refuse("The key is damaged: part of it may be missing.");
  }
  const bits = parsed.asymmetricKeyDetails?.modulusLength ?? 0;
  if (parsed.asymmetricKeyType !== "rsa") {
    return refuse(
      `The key is of type ${parsed.asymmetricKeyType ?? "unknown"}; an App's key is RSA.`,
    );
  }
  if (bits < minimumBits)
    return refuse(`The key has ${bits} bits; at least ${minimumBits} are needed.`);
  return { ok: true, key, bits, fingerprint: fingerprintOf(parsed) };
}

/** The fingerprint of what is a key, and no text of what is none. */
export function fingerprintKey(pasted: Secret): string {
  const reading = readPrivateKey(pasted);
  return reading.ok ? reading.fingerprint : "";
}

/** The text that the forge's settings page shows beside each key of an App. */
function fingerprintOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return `SHA256:${createHash("sha256").update(spki).digest("base64")}`;
}

function describeMissingBlock(text: string): string {
  if (text.includes("PUBLIC KEY")) return "This is a public key; the private one is needed.";
  if (text.includes("BEGIN OPENSSH"))
    return "This is an SSH key; an App's key begins with RSA PRIVATE KEY.";
  if (text.includes("BEGIN")) return "The key has no END line: the last part is missing.";
  return "This is no PEM key: it has no BEGIN line.";
}

function refuse(because: string): PrivateKeyReading {
  return { ok: false, because };
}
