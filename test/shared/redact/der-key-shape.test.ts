import { createPublicKey as createPublic, generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findShapes } from "../../../src/shared/redact.ts";
import { claimKey } from "../../keys/ready-keys.ts";

const rsa = claimKey();
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;
const der = (key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1") =>
  key.export({ type, format: "der" });

const keys: readonly (readonly [string, Buffer])[] = [
  ["RSA in PKCS#1", der(rsa, "pkcs1")],
  ["RSA in PKCS#8", der(rsa, "pkcs8")],
  [
    "short RSA in PKCS#1",
    der(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey, "pkcs1"),
  ],
  ["P-256 in SEC1", der(ec("P-256"), "sec1")],
  ["P-521 in SEC1", der(ec("P-521"), "sec1")],
  ["P-384 in PKCS#8", der(ec("P-384"), "pkcs8")],
  ["Ed25519 in PKCS#8", der(generateKeyPairSync("ed25519").privateKey, "pkcs8")],
  ["X25519 in PKCS#8", der(generateKeyPairSync("x25519").privateKey, "pkcs8")],
  [
    "PKCS#8 with a password",
    rsa.export({ type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: "x" }),
  ],
  ["OpenSSH", Buffer.from("openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none", "latin1")],
];

describe.each(keys)("a binary private key: %s", (_, bytes) => {
  test("is found by its length", () => {
    const text = `before ${bytes.toString("latin1")}`;
    expect(findShapes(text, "bytes")[0]).toMatchObject({
      kind: "private key",
      start: 7,
      end: text.length,
    });
  });

  test("is found in base64, whatever precedes it", () => {
    for (const before of ["", "a", "ab"]) {
      const text = Buffer.concat([Buffer.from(before), bytes]).toString("base64");
      expect(findShapes(text)).not.toEqual([]);
    }
  });
});

test.each([
  ["RSA, PKCS#1", claimKey(), "pkcs1"],
  ["RSA, SPKI", claimKey(), "spki"],
] as const)("a public key is not a finding: %s", (_, key, type) => {
  const bytes = Buffer.from(key.export({ type: "pkcs8", format: "pem" }));
  const open = createPublic(bytes).export({ type, format: "der" });
  expect(findShapes(open.toString("latin1"), "bytes")).toEqual([]);
  expect(findShapes(open.toString("base64"))).toEqual([]);
});
