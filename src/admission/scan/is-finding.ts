import type { Credential } from "../../shared/redact.ts";

/** A mask, or the place of a value: `***`, `[secret]`, `$TOKEN`, `${{ … }}`, `%TOKEN%`, `<token>`, `{token}`. */
const standIn = /^(?:[^\w]*|\[?(?:secret|redacted)\]?|x{3,}|[^\w]*[$%<{].*)$/is;
/** What types, forms and texts write behind the name of a secret. */
const word = /^(?:string|null|undefined|true|false|none|unknown|required|[A-Z][A-Z_]*)$/;
/** By chance the bytes of an image read like an address with somebody in it. */
const printable = /^[\x20-\x7e\r\n\t]+$/;

/**
 * Whether what redaction hides is a credential indeed. Keys and tokens are, by their shape. What redaction hides for
 * where it stands may be a mask, or a word of a sentence: hiding it costs nothing, calling it a finding does.
 */
export function isFinding(value: string, { kind }: Pick<Credential, "kind">): boolean {
  switch (kind) {
    case "authorization header":
      return isValue(value) && /^\S{8}/.test(value) && /\d|\w[A-Z]|[+/=]/.test(value);
    case "URL with user information":
    case "field of a secret":
      return isValue(value);
    case "private key":
    case "forge token":
    case "JSON Web Token":
    case "key or token in base64":
      return true;
  }
}

/** The password is behind the colon: `x-access-token:***` is masked. */
function isValue(text: string): boolean {
  const value = text.slice(text.indexOf(":") + 1).trim();
  return printable.test(text) && !standIn.test(value) && !word.test(value);
}
