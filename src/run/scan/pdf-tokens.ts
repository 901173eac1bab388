/** A PDF token. A string in parentheses is one token, and so is a comment. */
interface PdfToken {
  readonly text: string;
  readonly index: number;
}

/** Keys of a dictionary, including the slash, with the tokens of their values. */
export type PdfDictionary = ReadonlyMap<string, readonly string[]>;

const tokenShape =
  /%[^\r\n]*|<<|>>|<[^<>]*>|\/[^\s\0()<>[\]{}/%]*|[^\s\0()<>[\]{}/%]+|[()<>[\]{}]/g;
const opens: Readonly<Record<string, string>> = { "<<": ">>", "[": "]" };

/**
 * Reads tokens, starting at an offset. An unterminated string is the last token.
 * @see ISO 32000-1, 7.2 and 7.3
 */
export function* readTokens(text: string, from: number): Generator<PdfToken> {
  const shape = new RegExp(tokenShape);
  shape.lastIndex = from;
  for (let found = shape.exec(text); found; found = shape.exec(text)) {
    const { index } = found;
    if (found[0] === "(") shape.lastIndex = endOfText(text, index);
    yield { text: text.slice(index, shape.lastIndex), index };
  }
}

/** Returns the index after a string. Parentheses in the string are balanced or escaped. */
function endOfText(text: string, from: number): number {
  const bracket = /\\[^]|[()]/g;
  bracket.lastIndex = from;
  let depth = 0;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    if (found[0] === "(") depth += 1;
    if (found[0] === ")" && (depth -= 1) === 0) return bracket.lastIndex;
  }
  return text.length;
}

/** Decodes the escape sequences in a name: `/F#69lter`. */
export function decodeName(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/**
 * Reads tokens as a single dictionary. Returns undefined if they are anything else, or if a key is
 * duplicate.
 */
export function readDictionary(tokens: readonly string[]): PdfDictionary | undefined {
  if (tokens[0] !== "<<" || endOfGroup(tokens, 0) !== tokens.length) return undefined;
  const entries = new Map<string, string[]>();
  let at = 1;
  while (at < tokens.length - 1) {
    const key = decodeName(tokens[at] ?? "");
    if (!key.startsWith("/") || entries.has(key)) return undefined;
    let end = endOfGroup(tokens, at + 1);
    // A reference consists of three tokens: `9 0 R`.
    while (end < tokens.length - 1 && !tokens[end]?.startsWith("/")) end = endOfGroup(tokens, end);
    entries.set(key, tokens.slice(at + 1, end).map(decodeName));
    at = end;
  }
  return entries;
}

/**
 * Returns the index after a token. If the token opens a group, returns the index after the group.
 */
function endOfGroup(tokens: readonly string[], at: number): number {
  const waiting: string[] = [];
  for (let index = at; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    const end = opens[token];
    if (end !== undefined) waiting.push(end);
    else if (token === waiting.at(-1)) waiting.pop();
    if (waiting.length === 0) return index + 1;
  }
  return tokens.length + 1;
}
