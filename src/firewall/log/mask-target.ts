import { redact, vendorStart } from "../../shared/redact.ts";
import { hidden } from "../../shared/secret.ts";

/** Parts of a query that are shown: only names, or names and values. */
export type Shown = "names" | "values";

/** Field names, or parts of field names, that indicate a credential. */
const secretNames = /^(key|sig|code|pass|pwd|hmac|awsaccesskeyid)$|token|secret|passw|signature/i;
const moreSecretNames = /credential|api[-_.]?key|auth|session|jwt|assertion|private[-_.]?key/i;

/**
 * Returns a path and query in the form in which they are logged. Credentials are masked by field
 * name and by format. Each byte becomes one character. Characters that could control a terminal or
 * start a new line are escaped.
 * @param target raw bytes as latin1, as received
 */
export function maskTarget(target: string, shown: Shown): string {
  const escaped = escapeBytes(target);
  const start = escaped.indexOf("?");
  if (start < 0) return hideTokens(maskParameters(escaped));
  const path = maskParameters(escaped.slice(0, start));
  return hideTokens(`${path}?${maskQuery(escaped.slice(start + 1), shown)}`);
}

/** Masks one of gatehouse's own messages, which may contain a path and query. */
export function maskText(text: string, shown: Shown): string {
  if (!text.includes("?")) return hideTokens(text);
  const masked = text.replaceAll(
    /\?([^\s"'?]+=[^\s"']*)/g,
    (_match, query: string) => `?${maskQuery(query, shown)}`,
  );
  return hideTokens(masked);
}

/**
 * Escapes everything except visible ASCII as `%XX`. Also escapes double quotes and backslashes,
 * which could end a quoted string.
 */
export function escapeBytes(text: string): string {
  if (!/[^\x21-\x7e]|["\\]/.test(text)) return text;
  return text.replaceAll(/[^\x21-\x7e]|["\\]/g, (character) => escapeCharacter(character));
}

export function escapeCharacter(character: string): string {
  const bytes = Buffer.from(character, character <= "\xff" ? "latin1" : "utf8");
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(
    "",
  );
}

/** Masks the values of a query or form whose names denote a secret. */
export function maskQuery(query: string, shown: Shown): string {
  return query
    .split("&")
    .map((field) => maskField(field, shown))
    .join("&");
}

const longestName = 64;

function maskField(field: string, shown: Shown): string {
  const end = field.indexOf("=");
  // A field without a name, or with a very long name, is treated as a value.
  if (end < 0 || end > longestName) return shown === "values" || field === "" ? field : "*";
  const name = field.slice(0, end);
  if (isSecretName(name)) return `${name}=${hidden}`;
  return shown === "values" || end === field.length - 1 ? field : `${name}=*`;
}

/** Masks secret path parameters, such as `;jsessionid=…`. */
function maskParameters(path: string): string {
  if (!path.includes(";")) return path;
  return path.replaceAll(/;([^=;/]*)=[^;/]*/g, (full, name: string) =>
    isSecretName(name) ? `;${name}=${hidden}` : full,
  );
}

/** Returns whether the name of a field denotes a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.includes("%") ? decodeName(name) : name;
  return secretNames.test(plain) || moreSecretNames.test(plain);
}

/** Decodes percent-encoded bytes in a name; invalid escapes stay unchanged. */
function decodeName(name: string): string {
  return name.replaceAll(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * The full check takes 20 µs, so it runs only if the text contains a token prefix or a long word.
 */
const promising = new RegExp(`gh[pousr]_|github_pat_|ey[JA]|PRIVATE|${vendorStart}`);
const longWord = /[\w+%=-]{40}/;

function hideTokens(text: string): string {
  return promising.test(text) || longWord.test(text) ? redact(text) : text;
}
