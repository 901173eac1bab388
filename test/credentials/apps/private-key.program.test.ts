import { execFileSync } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fingerprintKey, readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";

const [rsa, other] = [claimKey(), claimKey()];
const pkcs1 = String(rsa.export({ type: "pkcs1", format: "pem" }));
const pkcs8 = String(rsa.export({ type: "pkcs8", format: "pem" }));
const body = pkcs1.replaceAll(/-----.*-----|\s/g, "");

const read = (text: string) => readPrivateKey(new Secret(text));

describe("a private key is accepted", () => {
  test.each<[string, string]>([
    ["in the format of GitHub's download", pkcs1],
    ["as PKCS#8", pkcs8],
    ["with CRLF line endings", pkcs1.replaceAll("\n", "\r\n")],
    ["with CR line endings, as old terminals paste it", pkcs1.replaceAll("\n", "\r")],
    [String.raw`with \n written out`, pkcs1.replaceAll("\n", String.raw`\n`)],
    [String.raw`with \r\n written out`, pkcs1.replaceAll("\n", String.raw`\r\n`)],
    ["as a JSON string", JSON.stringify(pkcs1)],
    ["in single quotes", `'${pkcs1.trim()}'`],
    ["on one line, with spaces", pkcs1.replaceAll("\n", " ")],
    ["on one line, without spaces", pkcs1.replaceAll("\n", "")],
    ["indented, as in YAML", pkcs1.replaceAll(/^/gm, "    ")],
    ["with other lines before and after it", `PRIVATE_KEY=\n${pkcs1}\n\n# the end`],
    ["without the last line break", pkcs1.trim()],
    ["with a zero-width space that was copied from a web page", pkcs1.replace("\n", "\n\u200b")],
    [
      "with lines of a different length",
      pkcs1.replace(body.slice(0, 64), `${body.slice(0, 30)}\n${body.slice(30, 64)}`),
    ],
  ])("%s", (_how, text) => {
    const reading = read(text);
    if (!reading.ok) throw new Error(reading.reason);
    expect(reading.bits).toBe(2048);
    const signed = sign("RSA-SHA256", Buffer.from("x"), createPrivateKey(reading.key.reveal()));
    expect(verify("RSA-SHA256", Buffer.from("x"), createPublicKey(rsa), signed)).toBe(true);
    // As GitHub returns it: in lines of 64 characters, except for the last.
    const lines = reading.key.reveal().split("\n").slice(1, -2);
    expect(lines.slice(0, -1).filter(({ length }) => length !== 64)).toEqual([]);
    expect(reading.key.reveal()).toMatch(
      /^-----BEGIN [A-Z ]+-----\n(.{1,64}\n)+-----END .*-----\n$/,
    );
  });

  test("with the fingerprint that openssl and the App's settings page show", () => {
    const der = execFileSync("openssl", ["rsa", "-pubout", "-outform", "DER"], {
      input: pkcs1,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const hash = execFileSync("openssl", ["sha256", "-binary"], { input: der });
    const printed = execFileSync("openssl", ["base64"], { input: hash, encoding: "utf8" }).trim();
    expect(read(pkcs1)).toMatchObject({ fingerprint: `SHA256:${printed}` });
    expect(read(pkcs8)).toMatchObject({ fingerprint: `SHA256:${printed}` });
  });

  test("and its fingerprint differs from another key's; an invalid key has no fingerprint", () => {
    expect(fingerprintKey(new Secret(pkcs8))).toMatch(/^SHA256:.{44}$/);
    expect(fingerprintKey(new Secret(pkcs1.replaceAll("\n", " ")))).toBe(
      fingerprintKey(new Secret(pkcs8)),
    );
    expect(fingerprintKey(new Secret("no key"))).toBe("");
  });

  test("and two keys have different fingerprints", () => {
    const second = read(String(other.export({ type: "pkcs1", format: "pem" })));
    expect(second).toMatchObject({ ok: true });
    expect(second).not.toMatchObject({
      fingerprint: (read(pkcs1) as { fingerprint: string }).fingerprint,
    });
  });
});

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
const locked = { cipher: "aes-256-cbc", passphrase: "open" } as const;

describe("text that is not an App's private key is rejected with a description of it", () => {
  test.each<[string, string, string]>([
    ["nothing", "  \n", "Nothing was entered."],
    ["words", "my key", "it has no BEGIN line"],
    ["a token", "gho_abcdefgh", "it has no BEGIN line"],
    [
      "a public key",
      String(createPublicKey(rsa).export({ type: "spki", format: "pem" })),
      "a public key",
    ],
    [
      "an encrypted key, PKCS#8",
      String(rsa.export({ type: "pkcs8", format: "pem", ...locked })),
      "encrypted with a passphrase",
    ],
    [
      "an encrypted key, PKCS#1",
      String(rsa.export({ type: "pkcs1", format: "pem", ...locked })),
      "encrypted with a passphrase",
    ],
    ["an EC key", String(ec.privateKey.export({ type: "sec1", format: "pem" })), "type is ec;"],
    [
      "an Ed25519 key",
      String(ed.privateKey.export({ type: "pkcs8", format: "pem" })),
      "type is ed25519;",
    ],
    [
      "an RSA-PSS key",
      String(pss.privateKey.export({ type: "pkcs8", format: "pem" })),
      "type is rsa-pss;",
    ],
    [
      "a 1024-bit key",
      String(small.privateKey.export({ type: "pkcs1", format: "pem" })),
      "1024 bits",
    ],
    [
      "the header of an SSH key",
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END",
      "an SSH key",
    ],
    [
      "a complete SSH key",
      pkcs1.replaceAll("RSA PRIVATE", "OPENSSH PRIVATE"),
      "This is an SSH key",
    ],
    ["a PuTTY key", "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none", "This is an SSH key"],
    ["a certificate", pkcs1.replaceAll("RSA PRIVATE KEY", "CERTIFICATE"), "This is a certificate"],
    ["a base64-encoded PEM", Buffer.from(pkcs1).toString("base64"), "This is a PEM in base64"],
    ["a JWK", '{"kty":"RSA","n":"x"}', "JWK"],
    ["a key that lacks its last line", pkcs1.slice(0, -40), "no END line"],
    ["a key that lacks a part of its body", pkcs1.replace(body.slice(128, 192), ""), "damaged"],
    ["only the first line of a key", pkcs1.split("\n")[0] ?? "", "no END line"],
    ["a key whose BEGIN and END lines differ", pkcs1.replace("END RSA", "END"), "no END line"],
  ])("%s", (_what, text, reason) => {
    const reading = read(text);
    expect(reading).toMatchObject({ ok: false });
    expect(reading).toHaveProperty("reason", expect.stringContaining(reason));
  });

  test("without repeating any part of the text", () => {
    const damaged = pkcs1.replace(body.slice(128, 192), "%%%");
    // The parser's own message is omitted as well, because it could quote the key.
    expect(read(damaged)).toEqual({
      ok: false,
      reason: "The key is damaged or incomplete.",
    });
    expect(JSON.stringify(read(damaged))).not.toContain(body.slice(0, 16));
  });
});
