import type { FieldKind } from "./credential-fields.ts";

/**
 * A mask or a placeholder: `***`, `[secret]`, `$TOKEN`, `${{ … }}`, `%TOKEN%`, `<token>`,
 * `{token}`.
 */
const placeholderText = /^(?:[^\w]*|\[?(?:secret|redacted)\]?|x{3,}|[^\w]*[$%<{].*)$/is;
/** Words that types, forms, lock files and texts have after the name of a secret. */
const word =
  /^(?:string|null|undefined|true|false|none|unknown|required|[A-Z][A-Z_]*|[~^]?\d+(?:\.\d+){2})$/;
/** By chance, the bytes of an image can look like a URL with user information. */
const printable = /^[\x20-\x7e\r\n\t]+$/;

/**
 * Returns whether a value is a credential, and not a mask or a word of a sentence. Redacting those
 * costs nothing, but reporting them as credentials does.
 */
export function isCertain(value: string, { kind }: { readonly kind: FieldKind }): boolean {
  switch (kind) {
    case "URL with user information": {
      // A user name alone is not a secret; a token in its place is long.
      const password = value.slice(value.indexOf(":") + 1);
      return isValue(password) && (password !== value || value.length >= 20);
    }
    case "authorization header":
      return isValue(value) && /^\S{8}/.test(value) && /\d|\w[A-Z]|[+/=]/.test(value);
    case "field of a secret":
      return isValue(value);
  }
}

function isValue(text: string): boolean {
  const value = text.trim();
  return printable.test(text) && !placeholderText.test(value) && !word.test(value);
}
