import type { JoinedText, Span } from "./joined-text.ts";
import { continuesToken } from "./token-shapes.ts";
import { vendorKeys, type VendorKey, type VendorKind } from "./vendor-keys.ts";

const starts = vendorKeys.map(({ start, body, least }) => `${start}(?=${body}{${least}})`);

/** Source of a regular expression for the beginning of any vendor's key. */
export const vendorStart = starts.join("|");

const anyStart = new RegExp(vendorStart, "g");
const readers = vendorKeys.map((key, at) => ({
  key,
  start: new RegExp(starts[at] ?? "", "y"),
  character: new RegExp(key.body),
}));

/** Longer than any key. A text can begin like a key at every other character, and each beginning is judged. */
const mostJudged = 256;

/** Finds the keys of vendors, also if a line break is inside a key. */
export function findVendorKeys(joined: JoinedText): (Span & { kind: VendorKind })[] {
  const { text, spanOf } = joined;
  const found: (Span & { kind: VendorKind })[] = [];
  let from = 0;
  for (const { index } of text.matchAll(anyStart)) {
    if (index < from) continue;
    for (const { key, start, character } of readers) {
      start.lastIndex = index;
      const head = start.exec(text)?.[0];
      const first = index - (key.before ?? 0);
      if (head === undefined || !isStart(joined, index, key)) continue;
      const bodyStart = index + head.length;
      const body = readBody(joined, bodyStart, { key, character, most: mostJudged });
      if (!isRandom(text.slice(bodyStart, body), key)) continue;
      const end = readBody(joined, bodyStart, { key, character });
      found.push({ kind: key.kind, ...spanOf(first, end) });
      from = end;
      break;
    }
  }
  return found;
}

/** A signature in the middle of a key is checked with the characters before it. */
function isStart({ text, partsBefore }: JoinedText, index: number, { before }: VendorKey): boolean {
  if (before !== undefined) return true;
  return index === 0 || partsBefore(index) || !/[A-Za-z0-9]/.test(text[index - 1]!);
}

interface BodyOptions {
  readonly key: VendorKey;
  readonly character: RegExp;
  /** Longest body, in characters. */
  readonly most?: number;
}

function readBody(
  joined: JoinedText,
  start: number,
  { key, character, most = Infinity }: BodyOptions,
): number {
  let end = start;
  for (; end - start < most && character.test(joined.text[end] ?? ""); end++) {
    if (!joined.breaksBefore(end) || end - start < key.least) continue;
    if (end - start === key.length || !continuesToken(joined, end, character)) break;
  }
  return end;
}

/** Placeholders repeat a few characters, are words in one case, or end as the examples of AWS do. */
function isRandom(body: string, { before, least }: VendorKey): boolean {
  if (before !== undefined) return true;
  const isMixed = /\d/.test(body) || (/[a-z]/.test(body) && /[A-Z]/.test(body));
  const isCapitals = /^[A-Z2-7]+$/.test(body);
  const isVaried = new Set(body).size >= Math.min(8, least / 2);
  return (isMixed || isCapitals) && isVaried && !body.endsWith("EXAMPLE");
}
