import util from "node-forge/lib/util.js";
import { generateKeyPairSync } from "node:crypto";
import { criticalExtension, extension, makeCertificate, toPem } from "./certificate.ts";
import { bits, encoded, objectId, octets, sequence, taggedBytes, type Der } from "./der.ts";
import { keyIdOf, type SessionCa } from "./session-ca.ts";

/** What a TLS server shows for one host: PEM, as `tls.createSecureContext` takes it. */
export interface Leaf {
  readonly key: string;
  /** The leaf, and the session CA behind it. */
  readonly cert: string;
}

/** A common name has no room for more. @see RFC 5280, appendix A.1, ub-common-name */
const longestCommonName = 64;

const digitalSignature = bits("\x80", 7);

/**
 * What certificates for hosts are issued with. All have one key: a new one for each would cost three times as much,
 * and whoever had one would have the process that holds them all.
 * @returns a function of a host: a name in lower-case ACE form, or an IP address, IPv6 with or without brackets
 */
export function issueLeaf(ca: SessionCa): (host: string) => Leaf {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const spki = publicKey.export({ type: "spki", format: "der" });
  const leafKey = encoded(spki);
  const ofAll = [
    criticalExtension(19, sequence()),
    criticalExtension(15, digitalSignature),
    extension(37, sequence(objectId("1.3.6.1.5.5.7.3.1"))),
    extension(14, octets(keyIdOf(spki))),
    extension(35, sequence(taggedBytes(0, ca.keyId))),
  ];
  return (host) => {
    const name = host.replace(/^\[(.*)\]$/, "$1");
    const hasSubject = name.length <= longestCommonName;
    // A certificate without a subject says all by its names, which then must not be overlooked (RFC 5280, 4.2.1.6).
    const names = (hasSubject ? extension : criticalExtension)(17, sequence(alternativeName(name)));
    const der = makeCertificate(
      {
        issuer: ca.subject,
        subject: hasSubject ? name : undefined,
        validity: ca,
        publicKey: leafKey,
        extensions: [...ofAll, names],
      },
      ca.key,
    );
    return { key, cert: toPem(der) + ca.certificate };
  };
}

/** @throws Error for what is no host: those that ask have looked at it */
function alternativeName(name: string): Der {
  if (/^[\d.]+$|:/.test(name)) {
    const bytes = util.bytesFromIP(name);
    if (bytes?.length !== 4 && bytes?.length !== 16) throw new Error(`No IP address: ${name}`);
    return taggedBytes(7, bytes);
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name)) throw new Error(`No host name: ${name}`);
  return taggedBytes(2, name);
}
