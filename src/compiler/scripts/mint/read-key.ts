import { createPrivateKey, type KeyObject } from "node:crypto";
import { isUnset } from "../forge-call/is-bearer.ts";
import { Problem } from "../forge-call/problem.ts";

/**
 * Reads the App's private key. Accepts the changes to line breaks and quotes that forms, variables
 * and shells make.
 * @param variable name of the pipeline variable for error messages
 * @throws Problem that describes the value without quoting it
 */
export function readKey(text: string, variable: string): KeyObject {
  if (isUnset(text)) {
    throw new Problem(
      `The variable ${variable} is not set. Run "gatehouse secrets set ${variable}", or set it as a secret variable of the pipeline.`,
    );
  }
  const wrong = (what: string) => new Problem(`The variable ${variable} contains ${what}.`);
  const plain = unwrap(text);
  const pem = plain.includes(dashes) ? plain : unwrap(decode(plain) ?? plain);
  const { label, body } = findBlock(pem, wrong);
  const kind = wrongKind(label, body);
  if (kind !== undefined) throw wrong(kind);
  const key = parseKey(body);
  if (!key) throw wrong("a damaged private key. Store the complete .pem file again");
  if (key.asymmetricKeyType !== "rsa")
    throw wrong(`${kindOf(key)}, but an App key must be an RSA key`);
  return key;
}

const dashes = "-----BEGIN";

/** Removes surrounding quotes and replaces escaped line breaks. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  const [, , inner = trimmed] = /^(["'])([^]*)\1$/.exec(trimmed) ?? [];
  return inner.replace(/\\+r\\+n|\\+[rn]/g, "\n");
}

/** Decodes base64; undefined if the text is not a base64-encoded key. */
function decode(text: string): string | undefined {
  const packed = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(packed)) return undefined;
  const decoded = Buffer.from(packed, "base64").toString("utf8");
  return decoded.includes(dashes) ? decoded : undefined;
}

function findBlock(
  pem: string,
  wrong: (what: string) => Problem,
): { readonly label: string; readonly body: string } {
  const [, label, body] = /-----BEGIN ?([A-Z0-9 ]+)-----([^]*?)-----END/.exec(pem) ?? [];
  if (label !== undefined && body !== undefined) {
    return { label: label.replaceAll(" ", ""), body };
  }
  if (pem.includes(dashes)) {
    throw wrong("an incomplete key without an END line. Store the complete .pem file again");
  }
  throw wrong(
    "no PEM data: the BEGIN line is missing. Store the complete .pem file, including its first and last line",
  );
}

/**
 * Describes why a PEM block is not a usable key; returns undefined for a private key in the format
 * that GitHub issues.
 */
function wrongKind(label: string, body: string): string | undefined {
  if (label === "ENCRYPTEDPRIVATEKEY" || /Proc-Type/.test(body)) {
    return "an encrypted private key. Store the key without a password";
  }
  if (label.endsWith("PUBLICKEY")) return "a public key. Store the App's private key";
  if (label === "CERTIFICATE") return "a certificate. Store the App's private key";
  if (label === "ECPRIVATEKEY") return "an EC key, but an App key must be an RSA key";
  if (label === "OPENSSHPRIVATEKEY") return "an OpenSSH key. Store the App's .pem file";
  const isPrivate = label === "RSAPRIVATEKEY" || label === "PRIVATEKEY";
  return isPrivate ? undefined : "a PEM block that is not a private key. Store the App's .pem file";
}

function parseKey(body: string): KeyObject | undefined {
  const der = Buffer.from(body.replace(/[^A-Za-z0-9+/=]+/g, ""), "base64");
  // The label of a PEM block is unreliable, so both formats are tried.
  for (const type of ["pkcs1", "pkcs8"] as const) {
    try {
      return createPrivateKey({ key: der, format: "der", type });
    } catch {
      // The key is in the other format, or is invalid.
    }
  }
  return undefined;
}

function kindOf({ asymmetricKeyType: type }: KeyObject): string {
  return type === "ec" ? "an EC key" : `a key of type ${type ?? "unknown"}`;
}
