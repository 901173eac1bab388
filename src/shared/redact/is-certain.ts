import type { FieldKind } from "./credential-fields.ts";

/**
 * A mask or a placeholder: `***`, `[secret]`, `$TOKEN`, `${{ … }}`, `%TOKEN%`, `<token>`,
 * `{token}`.
 */
const placeholderText = /^(?:[^\w]*|\[?(?:secret|redacted)\]?|x{3,}|[^\w]*[$%<{].*)$/is;
/** Words that follow the name of a secret in types, forms, lock files and prose. */
const word =
  /^(?:string|null|undefined|true|false|none|unknown|required|[A-Z][A-Z_]*|[~^]?\d+(?:\.\d+){2})$/;
/** By chance, the bytes of an image can look like a URL with user information. */
const printable = /^[\x20-\x7e\r\n\t]+$/;

/**
 * Returns whether a value is a credential rather than a mask or a word in a sentence. Redacting a
 * mask does no harm, but reporting it as a credential does.
 */
export function isCertain(value: string, { kind }: { readonly kind: FieldKind }): boolean {
  switch (kind) {
    case "URL with user information": {
      // A short user name without a password is not a secret, but a long user name can be a token.
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
