import type { JoinedText, Span } from "./joined-text.ts";
import { continuesToken } from "./token-shapes.ts";
import { vendorKeys, type VendorKey, type VendorKind } from "./vendor-keys.ts";

const starts = vendorKeys.map(({ start, body, least }) => `${start}(?=${body}{${least}})`);

/** Source of a regular expression for the start of any vendor's key. */
export const vendorStart = starts.join("|");

const anyStart = new RegExp(vendorStart, "g");

interface Reader {
  readonly key: VendorKey;
  readonly start: RegExp;
  readonly character: RegExp;
}

/** Returns the end of the body that begins at the given index. */
type BodyReader = (start: number) => number;

const readers: readonly Reader[] = vendorKeys.map((key, at) => ({
  key,
  start: new RegExp(starts[at] ?? "", "y"),
  character: new RegExp(key.body),
}));

/** Finds vendors' keys, even if they contain a line break. Runs in linear time. */
export function findVendorKeys(joined: JoinedText): (Span & { kind: VendorKind })[] {
  const { text, spanOf } = joined;
  const found: (Span & { kind: VendorKind })[] = [];
  const bodyReaders = new Map<Reader, BodyReader>();
  const readBody = (reader: Reader, start: number) => {
    const read = bodyReaders.get(reader) ?? createBodyReader(joined, reader);
    bodyReaders.set(reader, read);
    return read(start);
  };
  let from = 0;
  for (const { index } of text.matchAll(anyStart)) {
    if (index < from) continue;
    for (const reader of readers) {
      const { key, start } = reader;
      start.lastIndex = index;
      const head = start.exec(text)?.[0];
      const first = index - (key.before ?? 0);
      if (head === undefined || !isStart(joined, index, key)) continue;
      const bodyStart = index + head.length;
      const end = readBody(reader, bodyStart);
      const examined = text.slice(bodyStart, Math.min(end, bodyStart + mostExamined));
      if (!isRandom(examined, key) || isExample(text, end, key)) continue;
      found.push({ kind: key.kind, ...spanOf(first, end) });
      from = end;
      break;
    }
  }
  return found;
}

/**
 * Returns whether a key starts at the given index. If the key's signature is in its middle, the
 * start pattern already checks the characters before the signature.
 */
function isStart({ text, partsBefore }: JoinedText, index: number, { before }: VendorKey): boolean {
  if (before !== undefined) return true;
  return index === 0 || partsBefore(index) || !/[A-Za-z0-9]/.test(text[index - 1]!);
}

/**
 * Returns a function that finds the end of a body. Starts in the same run of characters share one
 * search, so that the total time stays linear.
 */
function createBodyReader(joined: JoinedText, { key, character }: Reader): BodyReader {
  let run: Span = { start: 0, end: 0 };
  let line = { start: -1, isContinuation: false };
  const continuesAt = (start: number) => {
    if (start !== line.start) {
      line = { start, isContinuation: continuesToken(joined, start, character) };
    }
    return line.isContinuation;
  };
  return (start) => {
    const isInRun = start >= run.start && start <= run.end;
    const fullEnd = start + (key.length ?? Infinity);
    if (isInRun && fullEnd < run.end && joined.breaksBefore(fullEnd)) return fullEnd;
    let end = isInRun ? run.end : start;
    for (; character.test(joined.text[end] ?? ""); end++) {
      if (!joined.breaksBefore(end) || end - start < key.least) continue;
      if (end === fullEnd || !continuesAt(end)) break;
    }
    run = { start: isInRun ? run.start : start, end };
    return end;
  };
}

/** Maximum number of characters of a key that are checked for randomness. */
const mostExamined = 256;

/**
 * Returns whether a body looks random. Placeholders repeat a few characters, or consist of words in
 * a single case.
 */
function isRandom(body: string, { before, least }: VendorKey): boolean {
  if (before !== undefined) return true;
  const isMixed = /\d/.test(body) || (/[a-z]/.test(body) && /[A-Z]/.test(body));
  const isCapitals = /^[A-Z2-7]+$/.test(body);
  const isVaried = new Set(body).size >= Math.min(8, least / 2);
  return (isMixed || isCapitals) && isVaried;
}

/** Returns whether a body ends like the example keys in the AWS documentation. */
function isExample(text: string, end: number, { before }: VendorKey): boolean {
  return before === undefined && text.endsWith("EXAMPLE", end);
}
