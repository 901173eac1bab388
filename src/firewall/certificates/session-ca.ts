import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import {
  criticalExtension,
  extension,
  makeCertificate,
  toPem,
  type Validity,
} from "./certificate.ts";
import { bits, encoded, integer, octets, sequence, yes } from "./der.ts";

/** What the subject of each session's CA begins with: a trust bundle is searched for it. */
export const sessionCaLabel = "gatehouse session CA";

/** The authority that signs what the proxy shows to the clients of one session. */
export interface SessionCa extends Validity {
  /** Its common name: the label, and what tells it from those of other sessions. */
  readonly subject: string;
  readonly key: KeyObject;
  readonly certificate: string;
  readonly der: Buffer;
  /** SHA-256 of the certificate: `AB:CD:…`. */
  readonly fingerprint: string;
  /** SubjectKeyIdentifier, bytes as latin1. */
  readonly keyId: string;
}

/** The clock is the same for all who look; this much it may be set back while a session runs. */
const backdatedMinutes = 5;

/** Both ends are within it, and backdating counts: the specification's day is not exceeded. */
const validitySeconds = 24 * 3600 - 1;

// Bits count from the left: keyCertSign is the sixth, cRLSign the seventh.
const signsCertificatesAndLists = bits("\x06", 1);

/**
 * Makes the authority of one session: a new EC key on P-256, at most a day, which may sign no other authority.
 * @param id what tells the session from others
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

// An uncompressed point on P-256: a byte that says so, and twice 32.
const pointLength = 65;

/** SHA-1 of the key's bits. @see RFC 5280, 4.2.1.2 (1) */
export function keyIdOf(spki: Buffer): string {
  return createHash("sha1").update(spki.subarray(-pointLength)).digest().toString("latin1");
}
