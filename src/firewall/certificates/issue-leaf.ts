import util from "node-forge/lib/util.js";
import { generateKeyPairSync } from "node:crypto";
import { criticalExtension, extension, makeCertificate, toPem } from "./certificate.ts";
import { bits, encoded, objectId, octets, sequence, taggedBytes, type Der } from "./der.ts";
import { keyIdOf, type SessionCa } from "./session-ca.ts";

/**
 * The certificate and key of a TLS server for one host: PEM, as expected by
 * `tls.createSecureContext`.
 */
export interface Leaf {
  readonly key: string;
  /** PEM: the leaf certificate, followed by the session CA's certificate. */
  readonly cert: string;
}

/** Maximum length of a common name. @see RFC 5280, appendix A.1, ub-common-name */
const longestCommonName = 64;

const digitalSignature = bits("\x80", 7);

/**
 * Creates a function that issues certificates. All certificates share one key: generating a key for
 * each would triple the cost. It would not add security, because a single process has all the keys.
 * @returns a function that accepts a host: a lowercase ACE name, or an IP address (IPv6 with or
 *   without brackets)
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
    // If the subject is empty, the alternative name extension must be critical (RFC 5280, 4.2.1.6).
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

/** @throws Error for an invalid host; callers have already validated it */
function alternativeName(name: string): Der {
  if (/^[\d.]+$|:/.test(name)) {
    const bytes = util.bytesFromIP(name);
    if (bytes?.length !== 4 && bytes?.length !== 16) throw new Error(`Invalid IP address: ${name}`);
    return taggedBytes(7, bytes);
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name)) throw new Error(`Invalid host name: ${name}`);
  return taggedBytes(2, name);
}
