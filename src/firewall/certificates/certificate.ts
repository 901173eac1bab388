import { randomBytes, sign, type KeyObject } from "node:crypto";
import {
  bits,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  tagged,
  toBuffer,
  utcTime,
  utf8,
  yes,
  type Der,
} from "./der.ts";

/**
 * Validity period of a certificate, in whole seconds, including both the first and the last second.
 */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

interface Content {
  readonly issuer: string;
  /** Common name; undefined if the subject is empty. */
  readonly subject: string | undefined;
  readonly validity: Validity;
  readonly publicKey: Der;
  readonly extensions: readonly Der[];
}

/**
 * Builds a version 3 certificate and signs it with an EC key.
 * @returns the certificate as DER
 * @see RFC 5280, 4.1
 */
export function makeCertificate(content: Content, signer: KeyObject): Buffer {
  const { issuer, subject, validity, publicKey, extensions } = content;
  const signedPart = sequence(
    tagged(0, integer("\x02")),
    integer(serial()),
    ecdsaWithSha256(),
    name(issuer),
    sequence(utcTime(validity.notBefore), utcTime(validity.notAfter)),
    name(subject),
    publicKey,
    tagged(3, sequence(...extensions)),
  );
  const signature = sign("sha256", toBuffer(signedPart), signer).toString("latin1");
  return toBuffer(sequence(signedPart, ecdsaWithSha256(), bits(signature)));
}

export function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** @param id last number of the extension's object identifier under id-ce, 2.5.29 */
export function extension(id: number, value: Der): Der {
  return sequence(objectId(`2.5.29.${id}`), octets(value));
}

/** Creates a critical extension: verifiers that do not know it must reject the certificate. */
export function criticalExtension(id: number, value: Der): Der {
  return sequence(objectId(`2.5.29.${id}`), yes(), octets(value));
}

/**
 * Returns a random serial number of 16 bytes. It is positive and begins with a nonzero byte,
 * because DER does not allow a redundant zero byte.
 */
function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toString("latin1");
}

function ecdsaWithSha256(): Der {
  return sequence(objectId("1.2.840.10045.4.3.2"));
}

function name(commonName: string | undefined): Der {
  if (commonName === undefined) return sequence();
  return sequence(setOf(sequence(objectId("2.5.4.3"), utf8(commonName))));
}
