import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import {
  criticalExtension,
  extension,
  makeCertificate,
  toPem,
  type Validity,
} from "./certificate.ts";
import { bits, encoded, integer, octets, sequence, yes } from "./der.ts";

/** Prefix of every session CA's subject. Operators can search the trust bundle for it. */
export const sessionCaLabel = "gatehouse session CA";

/** The certificate authority that signs the proxy's certificates for the clients in one session. */
export interface SessionCa extends Validity {
  /** Common name: the label, followed by the ID of the session. */
  readonly subject: string;
  readonly key: KeyObject;
  readonly certificate: string;
  readonly der: Buffer;
  /** SHA-256 fingerprint of the certificate: `AB:CD:…`. */
  readonly fingerprint: string;
  /** SubjectKeyIdentifier: bytes as latin1. */
  readonly keyId: string;
}

/**
 * Time in minutes by which the certificate is backdated. The proxy and its clients share one clock,
 * which may be set back by this much during a session.
 */
const backdatedMinutes = 5;

/**
 * Validity in seconds, including the backdating and both end points. The total never exceeds one
 * day, the maximum in the specification.
 */
const validitySeconds = 24 * 3600 - 1;

// Bits are counted from the left: keyCertSign is bit 5, cRLSign bit 6.
const signsCertificatesAndLists = bits("\x06", 1);

/**
 * Creates the certificate authority of one session: a new EC key on P-256, valid for at most one
 * day. It cannot sign other certificate authorities.
 * @param id distinguishes this session from others
 * @see spec/firewall.md, "Session CA"
 */
export function makeSessionCa(now: Date, id = randomBytes(4).toString("hex")): SessionCa {
  const { publicKey, privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = `${sessionCaLabel} ${id}`;
  const validity = validFrom(now);
  const spki = publicKey.export({ type: "spki", format: "der" });
  const keyId = keyIdOf(spki);
  const der = makeCertificate(
    {
      issuer: subject,
      subject,
      validity,
      publicKey: encoded(spki),
      extensions: [
        criticalExtension(19, sequence(yes(), integer("\x00"))),
        criticalExtension(15, signsCertificatesAndLists),
        extension(14, octets(keyId)),
      ],
    },
    key,
  );
  const fingerprint = createHash("sha256").update(der).digest("hex").toUpperCase();
  return {
    ...validity,
    subject,
    key,
    certificate: toPem(der),
    der,
    fingerprint: fingerprint.match(/../g)?.join(":") ?? "",
    keyId,
  };
}

function validFrom(now: Date): Validity {
  const second = Math.floor(now.getTime() / 1000) - backdatedMinutes * 60;
  return {
    notBefore: new Date(second * 1000),
    notAfter: new Date((second + validitySeconds) * 1000),
  };
}

// An uncompressed point on P-256: one byte for the format and two coordinates of 32 bytes.
const pointLength = 65;

/** Returns the SHA-1 hash of the public key's bits. @see RFC 5280, 4.2.1.2 (1) */
export function keyIdOf(spki: Buffer): string {
  return createHash("sha1").update(spki.subarray(-pointLength)).digest().toString("latin1");
}
