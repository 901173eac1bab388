import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

export type PrivateKeyReading =
  | { readonly ok: true; readonly key: Secret; readonly bits: number; readonly fingerprint: string }
  | { readonly ok: false; readonly reason: string };

const minimumBits = 2048;
const pemBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \1-----/;

/**
 * Reads an App's private key however it was copied: with CRLF, with literal `\n`, quoted, or on one
 * line. The returned key is a PEM with line breaks, as GitHub issues it.
 */
export function readPrivateKey(pasted: Secret): PrivateKeyReading {
  if (pasted.isEmpty) return refuse("Nothing was entered.");
  const text = pasted
    .reveal()
    .replaceAll(/\\r|\r/g, "")
    .replaceAll("\\n", "\n");
  if (/BEGIN ENCRYPTED|Proc-Type:.*ENCRYPTED/.test(text)) {
    return refuse("The key is encrypted with a passphrase; use an unencrypted key.");
  }
  const [, label, body] = pemBlock.exec(text) ?? [];
  if (label === undefined || body === undefined) return refuse(describeMissingBlock(text));
  if (label.startsWith("OPENSSH")) return refuse(sshKey);
  const lines = body.replaceAll(/[\s\p{Cf}]/gu, "").match(/.{1,64}/g) ?? [];
  const pem = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
  return readPem(new Secret(pem));
}

/**
 * Reads the private key that a workflow step received.
 * @param name variable or option that contains the key
 * @throws InvalidInput if the text is not a private key
 */
export function requirePrivateKey(given: Secret, name: string): Secret {
  const reading = readPrivateKey(given);
  if (reading.ok) return reading.key;
  throw new InvalidInput(`${name} does not contain a valid App key: ${reading.reason}`);
}

function readPem(key: Secret): PrivateKeyReading {
  let parsed: KeyObject;
  try {
    parsed = createPrivateKey(key.reveal());
  } catch {
    // The message of the parser is not shown, because it may quote the input.
    return refuse("The key is damaged or incomplete.");
  }
  const bits = parsed.asymmetricKeyDetails?.modulusLength ?? 0;
  if (parsed.asymmetricKeyType !== "rsa") {
    return refuse(
      `The key type is ${parsed.asymmetricKeyType ?? "unknown"}; App keys are RSA keys.`,
    );
  }
  if (bits < minimumBits) return refuse(`The key has ${bits} bits; the minimum is ${minimumBits}.`);
  return { ok: true, key, bits, fingerprint: fingerprintOf(parsed) };
}

/** Returns the fingerprint of a private key; empty for any other text. */
export function fingerprintKey(pasted: Secret): string {
  const reading = readPrivateKey(pasted);
  return reading.ok ? reading.fingerprint : "";
}

/** Returns the fingerprint that GitHub's settings page shows next to each App key. */
function fingerprintOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return `SHA256:${createHash("sha256").update(spki).digest("base64")}`;
}

function describeMissingBlock(text: string): string {
  const [, label = ""] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text) ?? [];
  if (label.includes("PUBLIC KEY")) return "This is a public key; a private key is required.";
  if (label.startsWith("OPENSSH") || text.startsWith("PuTTY-User-Key-File")) return sshKey;
  if (label.includes("CERTIFICATE")) return `This is a ${label.toLowerCase()}, not a private key.`;
  if (label.startsWith("PGP")) return "This is a PGP key; App keys begin with RSA PRIVATE KEY.";
  if (label.endsWith("PRIVATE KEY")) return "The key is incomplete: it has no END line.";
  if (label !== "") return "This is a different kind of PEM, not a private key.";
  if (isEncodedPem(text)) return "This is a PEM in base64; decode it, and use the PEM.";
  if (/^\s*\{[^]*"kty"/.test(text)) return "This is a key in JSON (JWK); App keys are PEM files.";
  return "This is not a PEM key: it has no BEGIN line.";
}

const sshKey = "This is an SSH key; App keys begin with RSA PRIVATE KEY.";

function isEncodedPem(text: string): boolean {
  return Buffer.from(text, "base64").toString("latin1").trimStart().startsWith("-----BEGIN ");
}

function refuse(reason: string): PrivateKeyReading {
  return { ok: false, reason };
}
