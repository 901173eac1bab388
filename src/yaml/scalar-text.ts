/** Unquoted words and numbers that a YAML 1.1 or 1.2 parser does not read as strings. */
const special =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.?(?:inf|nan)|[-+]?(?:[\d.][\w.,:+-]*|e[-+]?\d+))$/i;
/** Text that does not need quotes in any position. */
const harmless = /^[A-Za-z$/](?:[\w$()./@=+~-]|[ :](?=[\w$()./@=+~-]))*$/;
/** A colon followed by a space would end a key. */
const makesKey = /: /;
/**
 * Characters that only a double-quoted scalar can contain: line ends, control characters, and line
 * breaks of YAML 1.1.
 */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;
const unprintables = new RegExp(`${unprintable.source}|["\\\\]`, "gu");

/** Returns a one-line scalar that every YAML reader parses as this text. */
export function scalarText(text: string): string {
  if (harmless.test(text) && !special.test(text) && !makesKey.test(text)) return text;
  if (!unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return `"${text.replaceAll(unprintables, escapeSign)}"`;
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escapeSign(sign: string): string {
  return short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Unprintable characters, except for line feed and tab, which a block can contain. */
const unfitForBlock = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;

/** Returns whether a multi-line text can be written unchanged as a `|` block. */
export function canBeBlock(text: string): boolean {
  // Leading spaces of the first line would be read as indentation.
  const isBlock = text.includes("\n") && !/^[ \t\n]/.test(text) && text.trim() !== "";
  return isBlock && !unfitForBlock.test(text);
}

/** Returns the indicator that begins a block, which depends on how the text ends. */
export function blockSign(text: string): "|" | "|-" | "|+" {
  if (!text.endsWith("\n")) return "|-";
  return text.endsWith("\n\n") ? "|+" : "|";
}
