import { findCredentialFields, type FieldKind } from "./credential-fields.ts";
import { decodeLayers, type Layer } from "./decoded-layers.ts";
import { findDerKeys } from "./der-key-shape.ts";
import { isCertain } from "./is-certain.ts";
import { joinBytes, joinLines } from "./joined-text.ts";
import type { JoinedText, Span } from "./joined-text.ts";
import { findPrivateKeys } from "./private-key-shape.ts";
import { findTokens } from "./token-shapes.ts";
import { findVendorKeys } from "./vendor-key-shape.ts";
import type { VendorKind } from "./vendor-keys.ts";

/** Name of a credential kind, as shown in reports. */
export type CredentialKind =
  | "private key"
  | "forge token"
  | "JSON Web Token"
  | "key or token in base64"
  | "key or token in hex"
  | FieldKind
  | VendorKind;

/** A piece of text that is a credential according to its shape or location. */
export interface Credential extends Span {
  readonly kind: CredentialKind;
  /**
   * Whether the value is certainly a credential. False for a value that is secret only because of
   * its location and may be a mask or a word.
   */
  readonly isCertain: boolean;
}

/** Maximum number of nested encodings, such as base64 of JSON of a URL. */
const mostLayers = 3;

/**
 * Finds every credential by shape or location, even in text that is encoded up to three times. Runs
 * in linear time.
 * @param read `bytes` for a Latin-1 view of data that may not be text
 */
export function findShapes(text: string, read: "text" | "bytes" = "text"): Credential[] {
  return findIn(text, read, mostLayers);
}

function findIn(text: string, read: "text" | "bytes", layers: number): Credential[] {
  const joined = read === "text" ? joinLines(text) : joinBytes(text);
  const found = findPlain(text, joined);
  if (layers === 0) return found;
  const keys = coverKeys(found, text.length);
  for (const layer of decodeLayers(text, joined)) {
    const inside = findIn(layer.text, layer.read ?? read, layers - 1);
    const outer = inside.flatMap((each) => toOuter(each, layer));
    found.push(...outer.filter(({ start }) => keys?.[start] !== 1));
  }
  return found;
}

/**
 * Marks the characters that belong to private keys, so that base64 inside a key is not treated as a
 * separate credential.
 */
function coverKeys(found: readonly Credential[], length: number): Uint8Array | undefined {
  const keys = found.filter(({ kind }) => kind === "private key");
  if (keys.length === 0) return undefined;
  const covered = new Uint8Array(length);
  for (const { start, end } of keys) covered.fill(1, start, end);
  return covered;
}

function findPlain(text: string, joined: JoinedText): Credential[] {
  const certain =
    (kind: CredentialKind) =>
    ({ start, end }: Span): Credential => ({ kind, start, end, isCertain: true });
  return [
    ...findPrivateKeys(joined).map(certain("private key")),
    ...findDerKeys(text).map(certain("private key")),
    ...findTokens(joined).map((span) =>
      certain(text.startsWith("ey", span.start) ? "JSON Web Token" : "forge token")(span),
    ),
    ...findVendorKeys(joined).map((key) => certain(key.kind)(key)),
    ...findCredentialFields(text).map((field) => ({
      ...field,
      isCertain: isCertain(text.slice(field.start, field.end), field),
    })),
  ];
}

/**
 * Converts a credential in decoded text to its location in the outer text. Decoded data can look
 * like a field by chance, so a credential that is not certain is dropped.
 */
function toOuter(found: Credential, { encoding, spanOf }: Layer): Credential[] {
  const span = spanOf(found.start, found.end);
  if (encoding === "escapes") return [{ ...found, ...span }];
  return found.isCertain ? [{ kind: `key or token in ${encoding}`, isCertain: true, ...span }] : [];
}
