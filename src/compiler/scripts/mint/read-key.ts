import { createPrivateKey, type KeyObject } from "node:crypto";
import { isUnset } from "../forge-call/is-bearer.ts";
import { Problem } from "../forge-call/problem.ts";

/**
 * The App's private key, however its lines went on their way through forms, variables and shells.
 * @param variable how the pipeline's variable is called, for what is said of it
 * @throws Problem that names what the variable holds instead, and nothing of it
 */
export function readKey(text: string, variable: string): KeyObject {
  if (isUnset(text)) {
    throw new Problem(
      `The variable ${variable} is not set: run "gatehouse secrets set ${variable}", or set it as a secret variable of the pipeline.`,
    );
  }
  const wrong = (what: string) => new Problem(`The variable ${variable} holds ${what}.`);
  const plain = unwrap(text);
  const pem = plain.includes(dashes) ? plain : unwrap(decode(plain) ?? plain);
  const { label, body } = findBlock(pem, wrong);
  const kind = wrongKind(label, body);
  if (kind !== undefined) throw wrong(kind);
  const key = parseKey(body);
  if (!key) throw wrong("a private key that is damaged: set it anew from the whole .pem file");
  if (key.asymmetricKeyType !== "rsa")
    throw wrong(`${kindOf(key)}, and an App's key is an RSA key`);
  return key;
}

const dashes = "-----BEGIN";

/** Without quotes around it, and with line breaks where a backslash and a letter stand for them. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  const [, , inner = trimmed] = /^(["'])([^]*)\1$/.exec(trimmed) ?? [];
  return inner.replace(/\\+r\\+n|\\+[rn]/g, "\n");
}

/** What a text is in base64; undefined where it is not written so. */
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
    throw wrong(
      "a key that is cut off, without its END line: set it anew from the whole .pem file",
    );
  }
  throw wrong("no PEM: it has no BEGIN line. Set the whole .pem file, its first and last line too");
}

/** What a block of another kind is; undefined for a private key as a forge hands it out. */
function wrongKind(label: string, body: string): string | undefined {
  if (label === "ENCRYPTEDPRIVATEKEY" || /Proc-Type/.test(body)) {
    return "an encrypted private key, and nobody here knows its password: set the key without one";
  }
  if (label.endsWith("PUBLICKEY")) return "a public key: the App's private key is needed";
  if (label === "CERTIFICATE") return "a certificate: the App's private key is needed";
  if (label === "ECPRIVATEKEY") return "an EC key, and an App's key is an RSA key";
  if (label === "OPENSSHPRIVATEKEY") return "an OpenSSH key: the App's own .pem file is needed";
  const isPrivate = label === "RSAPRIVATEKEY" || label === "PRIVATEKEY";
  return isPrivate
    ? undefined
    : "a PEM block that is no private key: the App's .pem file is needed";
}

function parseKey(body: string): KeyObject | undefined {
  const der = Buffer.from(body.replace(/[^A-Za-z0-9+/=]+/g, ""), "base64");
  // By what it holds rather than by its label: both kinds are found under either.
  for (const type of ["pkcs1", "pkcs8"] as const) {
    try {
      return createPrivateKey({ key: der, format: "der", type });
    } catch {
      // It is of the other kind, or of none.
    }
  }
  return undefined;
}

function kindOf({ asymmetricKeyType: type }: KeyObject): string {
  return type === "ec" ? "an EC key" : `a key of the kind ${type ?? "unknown"}`;
}
