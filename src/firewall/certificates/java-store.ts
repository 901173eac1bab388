import {
  encode,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  tagged,
  toBuffer,
  type Der,
} from "./der.ts";

const data = "1.2.840.113549.1.7.1";
const certificateBag = "1.2.840.113549.1.12.10.1.3";
const x509Certificate = "1.2.840.113549.1.9.22.1";
/** Java's own attribute. Without it, Java does not trust the certificate in a PKCS#12 store. */
const trustedKeyUsage = "2.16.840.1.113894.746875.1.1";
const anyExtendedKeyUsage = "2.5.29.37.0";

/**
 * Creates a Java trust store with all certificates of a bundle. The store uses PKCS#12 without
 * encryption or authentication, so Java can open it with the default password or without one.
 * @param bundle PEM
 * @see RFC 7292, 4; tested with Java 17 and 25
 */
export function javaStore(bundle: string): Buffer {
  const bags = certificatesOf(bundle).map(trustedBag);
  const safe = sequence(wrapped(sequence(...bags)));
  return toBuffer(sequence(integer("\x03"), wrapped(safe)));
}

/** Returns the certificates as DER, bytes as latin1. */
function certificatesOf(bundle: string): string[] {
  const blocks = bundle.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g);
  return Array.from(blocks, ([, text = ""]) => Buffer.from(text, "base64").toString("latin1"));
}

function trustedBag(certificate: string): Der {
  const content = sequence(objectId(x509Certificate), tagged(0, octets(certificate)));
  const isTrusted = sequence(objectId(trustedKeyUsage), setOf(objectId(anyExtendedKeyUsage)));
  return sequence(objectId(certificateBag), tagged(0, content), setOf(isTrusted));
}

/** Returns a ContentInfo of the type `data`. */
function wrapped(content: Der): Der {
  return sequence(objectId(data), tagged(0, octets(encode(content))));
}
