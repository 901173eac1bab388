import asn1 from "node-forge/lib/asn1.js";

/*
 * The few DER elements that occur in certificates and key stores. Text is represented as a string
 * of bytes, one byte per character (latin1).
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

/** @param bytes big-endian; the first bit must be 0 */
export function integer(bytes: string): Der {
  return primitive(Type.INTEGER, bytes);
}

export function yes(): Der {
  return primitive(Type.BOOLEAN, "\xff");
}

export function octets(content: Der | string): Der {
  return primitive(Type.OCTETSTRING, typeof content === "string" ? content : encode(content));
}

/** @param unusedBits number of unused bits in the last byte */
export function bits(bytes: string, unusedBits = 0): Der {
  return primitive(Type.BITSTRING, String.fromCharCode(unusedBits) + bytes);
}

export function utf8(text: string): Der {
  return primitive(Type.UTF8, Buffer.from(text, "utf8").toString("latin1"));
}

/**
 * Encodes a time up to the year 2049; RFC 5280, 4.1.2.5.1 requires another type for later years.
 */
export function utcTime(at: Date): Der {
  return primitive(Type.UTCTIME, asn1.dateToUtcTime(at));
}

/** Wraps an element in `[number]` (explicit tagging). */
export function tagged(number: number, ...parts: readonly Der[]): Der {
  return asn1.create(Class.CONTEXT_SPECIFIC, number, true, [...parts]);
}

/** Encodes bytes with the tag `[number]` instead of their type's own tag (implicit tagging). */
export function taggedBytes(number: number, bytes: string): Der {
  return asn1.create(Class.CONTEXT_SPECIFIC, number, false, bytes);
}

/** Parses DER bytes, so that they can be an element of other structures. */
export function encoded(der: Buffer): Der {
  return asn1.fromDer(der.toString("latin1"));
}

/** Returns the encoded bytes, one per character. */
export function encode(der: Der): string {
  return asn1.toDer(der).getBytes();
}

export function toBuffer(der: Der): Buffer {
  return Buffer.from(encode(der), "latin1");
}

function primitive(type: number, bytes: string): Der {
  return asn1.create(Class.UNIVERSAL, type, false, bytes);
}
