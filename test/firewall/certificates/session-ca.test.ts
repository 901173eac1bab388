import { X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { makeSessionCa, sessionCaLabel } from "../../../src/firewall/certificates/session-ca.ts";

const now = new Date("2026-03-04T05:06:07.890Z");

describe("the session CA", () => {
  test("is valid now, and for at most one day, including backdating", () => {
    const { notBefore, notAfter, certificate } = makeSessionCa(now);
    const { validFrom, validTo } = new X509Certificate(certificate);
    expect(Date.parse(validFrom)).toBe(notBefore.getTime());
    expect(Date.parse(validTo)).toBe(notAfter.getTime());
    expect(notBefore.getTime()).toBeLessThan(now.getTime());
    expect(notAfter.getTime() - notBefore.getTime() + 1000).toBe(24 * 3600 * 1000);
  });

  test("can be found by its label, and has a unique subject", () => {
    const [one, other] = [makeSessionCa(now), makeSessionCa(now)];
    expect(one.subject).toMatch(new RegExp(`^${sessionCaLabel} [0-9a-f]{8}$`));
    expect(new X509Certificate(one.certificate).subject).toBe(`CN=${one.subject}`);
    expect(other.subject).not.toBe(one.subject);
    expect(other.key.equals(one.key)).toBe(false);
  });

  test("is self-signed, returns its fingerprint, and has an EC key on P-256", () => {
    const { certificate, fingerprint, key } = makeSessionCa(now);
    const read = new X509Certificate(certificate);
    expect(read.ca).toBe(true);
    expect(read.checkPrivateKey(key)).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.fingerprint256).toBe(fingerprint);
    expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("does not reveal its key when it is printed", () => {
    const ca = makeSessionCa(now);
    const secret = ca.key.export({ type: "sec1", format: "der" }).subarray(7, 39);
    const shown = inspect(ca, { depth: null, showHidden: true }) + JSON.stringify(ca);
    expect(shown).not.toContain("PRIVATE");
    expect(shown).not.toContain(secret.toString("hex"));
    expect(shown).not.toContain(secret.toString("base64").slice(0, 40));
  });
});
