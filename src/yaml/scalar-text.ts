/** Words and numbers that some reader of YAML, 1.1 or 1.2, takes for something else than a text. */
const special =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.?(?:inf|nan)|[-+]?(?:[\d.][\w.,:+-]*|e[-+]?\d+))$/i;
/** What needs no quotes wherever it stands: it begins and ends harmlessly, and holds no sign of YAML's own. */
const harmless = /^[A-Za-z$/](?:[\w$()./@=+~-]|[ :](?=[\w$()./@=+~-]))*$/;
/** A colon before a blank makes a key. */
const makesKey = /: /;
/** Line ends, controls, and what readers of YAML 1.1 break lines at: only double quotes can spell them. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;
const unprintables = new RegExp(`${unprintable.source}|["\\\\]`, "gu");

/** A text as a scalar of one line that every reader of YAML takes for that text. */
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

/** The same, but for the two that a block may hold. */
const unfitForBlock = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;

/** Whether a text of several lines can stand as it is, below a `|`. */
export function canBeBlock(text: string): boolean {
  // A first line that begins with a blank would be taken for the indentation.
  const isBlock = text.includes("\n") && !/^[ \t\n]/.test(text) && text.trim() !== "";
  return isBlock && !unfitForBlock.test(text);
}

/** The sign that a block begins with: how the text ends. */
export function blockSign(text: string): "|" | "|-" | "|+" {
  if (!text.endsWith("\n")) return "|-";
  return text.endsWith("\n\n") ? "|+" : "|";
}
