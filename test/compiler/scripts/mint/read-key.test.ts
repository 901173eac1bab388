import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readKey } from "../../../../src/compiler/scripts/mint/read-key.ts";
import { claimKey } from "../../../keys/ready-keys.ts";

const rsa = claimKey();
const pem = String(rsa.export({ type: "pkcs1", format: "pem" }));
const body = pem.split("\n").slice(1, -2).join("\n");
const lock = { cipher: "aes-256-cbc", passphrase: "x" };
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519").privateKey;
const pss = generateKeyPairSync("rsa-pss", { modulusLength: 1024 }).privateKey;
const asPkcs8 = { type: "pkcs8", format: "pem" } as const;
const block = (label: string) => pem.replaceAll("RSA PRIVATE KEY", label);

function faultOf(text: string): string {
  try {
    readKey(text, "THE_KEY");
  } catch (error) {
    return String(error);
  }
  return "none";
}

describe("an invalid App key is described by its kind and not printed:", () => {
  test.each([
    ["an encrypted key", String(rsa.export({ ...asPkcs8, ...lock })), "an encrypted private key"],
    [
      "an encrypted key in PKCS#1 format",
      String(rsa.export({ type: "pkcs1", format: "pem", ...lock })),
      "an encrypted private key",
    ],
    ["a public key", String(ec.publicKey.export({ type: "spki", format: "pem" })), "a public key"],
    ["a public key in PKCS#1 format", block("RSA PUBLIC KEY"), "a public key"],
    ["an EC key", String(ec.privateKey.export({ type: "sec1", format: "pem" })), "an EC key"],
    [
      "an EC key in PKCS#8 format",
      String(ec.privateKey.export(asPkcs8)),
      "Problem: The variable THE_KEY contains an EC key, but an App key must be an RSA key.",
    ],
    [
      "an Ed25519 key",
      String(ed.export(asPkcs8)),
      "The variable THE_KEY contains a key of type ed25519, but an App key must be an RSA key.",
    ],
    [
      "an RSA-PSS key",
      String(pss.export(asPkcs8)),
      "The variable THE_KEY contains a key of type rsa-pss, but an App key must be an RSA key.",
    ],
    ["an OpenSSH key", block("OPENSSH PRIVATE KEY"), "an OpenSSH key"],
    ["a certificate", block("CERTIFICATE"), "a certificate"],
    [
      "another PEM block",
      block("PGP PRIVATE KEY BLOCK"),
      "The variable THE_KEY contains a PEM block that is not a private key.",
    ],
    ["a key without its BEGIN line", body, "the BEGIN line is missing."],
    ["ordinary text", "hunter2", "the BEGIN line is missing."],
    ["ordinary text in base64", btoa("hunter2 hunter2"), "the BEGIN line is missing."],
    [
      "only a BEGIN line",
      "-----BEGIN RSA PRIVATE KEY-----",
      "an incomplete key without an END line",
    ],
    ["a truncated key", pem.slice(0, 900), "an incomplete key without an END line"],
    [
      "a key with a missing line",
      pem.replace(/\n.{64}\n/, "\n"),
      "The variable THE_KEY contains a damaged private key.",
    ],
    [
      "an empty key",
      "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
      "The variable THE_KEY contains a damaged private key.",
    ],
  ])("%s", (_, text, words) => {
    const message = faultOf(text);
    expect(message).toContain("The variable THE_KEY contains");
    expect(message).toContain(words);
    expect(message).not.toMatch(/hunter2|-----|MII|OpenSSL|DECODER|asn1/i);
  });
});

test.each([
  ["with double-escaped line breaks", pem.replaceAll("\n", String.raw`\\n`)],
  ["with carriage returns only", pem.replaceAll("\n", "\r")],
  ["with escaped carriage returns", pem.replaceAll("\n", String.raw`\r`)],
  ["in single quotes", `'${pem}'`],
  ["with a byte order mark", `\uFEFF${pem}`],
  ["below other text", `Bag Attributes\n  name: x\n${pem}`],
  ["in base64 with line breaks", btoa(pem).replaceAll(/(.{76})/g, "$1\n")],
  ["without any white space, even in its label", pem.replaceAll(/[ \n]/g, "")],
  ["under the PKCS#8 label", block("PRIVATE KEY")],
])("a key %s is read correctly", (_, text) => {
  expect(readKey(text, "THE_KEY").equals(rsa)).toBe(true);
});

test.each(["", "  ", "$(THE_KEY)", " $(the.key)\n"])("'%s' counts as an unset variable", (text) => {
  expect(faultOf(text)).toContain("The variable THE_KEY is not set");
});
