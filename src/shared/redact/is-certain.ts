import type { FieldKind } from "./credential-fields.ts";

/** A mask, or the place of a value: `***`, `[secret]`, `$TOKEN`, `${{ … }}`, `%TOKEN%`, `<token>`, `{token}`. */
const standIn = /^(?:[^\w]*|\[?(?:secret|redacted)\]?|x{3,}|[^\w]*[$%<{].*)$/is;
/** What types, forms and texts write behind the name of a secret. */
const word = /^(?:string|null|undefined|true|false|none|unknown|required|[A-Z][A-Z_]*)$/;
/** By chance the bytes of an image read like an address with somebody in it. */
const printable = /^[\x20-\x7e\r\n\t]+$/;

/**
 * Whether a value is a credential, and not a mask or a word of a sentence. Redaction hides either, which costs nothing; a
 * report of a credential does.
 */
export function isCertain(value: string, { kind }: { readonly kind: FieldKind }): boolean {
  if (!isValue(value)) return false;
  if (kind !== "authorization header") return true;
  return /^\S{8}/.test(value) && /\d|\w[A-Z]|[+/=]/.test(value);
}

/** The password is behind the colon: `x-access-token:***` is masked. */
function isValue(text: string): boolean {
  const value = text.slice(text.indexOf(":") + 1).trim();
  return printable.test(text) && !standIn.test(value) && !word.test(value);
}
