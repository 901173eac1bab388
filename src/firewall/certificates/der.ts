import asn1 from "node-forge/lib/asn1.js";

/*
 * DER in the few words that certificates and key stores are made of. Texts are bytes, one a character: latin1.
 */

export type Der = ReturnType<typeof asn1.create>;

const { Class, Type } = asn1;

export function sequence(...parts: readonly Der[]): Der {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [...parts]);
}

export function setOf(...parts: readonly Der[]): Der {
  return asn1.create(Class.UNIVERSAL, Type.SET, true, [...parts]);
}

export function objectId(dotted: string): Der {
  return primitive(Type.OID, asn1.oidToDer(dotted).getBytes());
}

/** @param bytes big-endian, the first bit of them 0 */
export function integer(bytes: string): Der {
  return primitive(Type.INTEGER, bytes);
}

export function yes(): Der {
  return primitive(Type.BOOLEAN, "\xff");
}

export function octets(content: Der | string): Der {
  return primitive(Type.OCTETSTRING, typeof content === "string" ? content : encode(content));
}

/** @param unusedBits how many of the last byte's bits do not count */
export function bits(bytes: string, unusedBits = 0): Der {
  return primitive(Type.BITSTRING, String.fromCharCode(unusedBits) + bytes);
}

export function utf8(text: string): Der {
  return primitive(Type.UTF8, Buffer.from(text, "utf8").toString("latin1"));
}

/** Times until 2049, as RFC 5280 wants them (4.1.2.5.1). */
export function utcTime(at: Date): Der {
  return primitive(Type.UTCTIME, asn1.dateToUtcTime(at));
}

/** `[number]` around what it holds. */
export function tagged(number: number, ...parts: readonly Der[]): Der {
  return asn1.create(Class.CONTEXT_SPECIFIC, number, true, [...parts]);
}

/** `[number]` in place of a type's own tag. */
export function taggedBytes(number: number, bytes: string): Der {
  return asn1.create(Class.CONTEXT_SPECIFIC, number, false, bytes);
}

/** What is encoded already. */
export function encoded(der: Buffer): Der {
  return asn1.fromDer(der.toString("latin1"));
}

/** As bytes, one a character. */
export function encode(der: Der): string {
  return asn1.toDer(der).getBytes();
}

export function toBuffer(der: Der): Buffer {
  return Buffer.from(encode(der), "latin1");
}

function primitive(type: number, bytes: string): Der {
  return asn1.create(Class.UNIVERSAL, type, false, bytes);
}
