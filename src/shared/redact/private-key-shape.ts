import type { JoinedText, Span } from "./joined-text.ts";

// The words of a BEGIN or END line can be separated by spaces, URL escapes, or a removed line
// break.
const armour =
  /-{2,5} ?(BEGIN|END)[A-Z0-9 +%]{0,40}?PRIVATE(?: |%20|\+)?KEY(?:(?: |%20|\+)?BLOCK)?-{0,5}/g;
// Base64 of the start of every key without BEGIN and END lines: PKCS#1 and PKCS#8 (RSA), SEC1 and
// PKCS#8 (EC), Ed25519, OpenSSH.
const bareKey =
  /MII[\w+/]{2}[AQgw]IBA[AD]|MHcCAQEEI|MIG[kHh]AgE[AB][BM][A-D]|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjE/g;
const bodyCharacter = /[\w+/=%]/;
const header = /(?:Proc-Type|DEK-Info|Comment|Version|Hash):/y;
// Maximum length in characters, far longer than the 16-kilobit keys that some tools can create.
const longestKey = 20_000;
const longestHeader = 200;

/**
 * Finds private keys in PEM, even if they are on one line, escaped, or cut off at either end. Also
 * finds base64-encoded keys without BEGIN and END lines.
 */
export function findPrivateKeys(joined: JoinedText): Span[] {
  const { text } = joined;
  const found: Span[] = [];
  const add = (start: number, end: number, body: string) => {
    // BEGIN and END lines without a key occur in documentation and error messages.
    if (/[\w+/]{8}/.test(body)) found.push(joined.spanOf(start, end));
  };
  const marks = [...text.matchAll(armour)];
  for (const [number, { 0: mark, 1: word, index }] of marks.entries()) {
    const after = index + mark.length;
    const next = marks[number + 1];
    if (word === "BEGIN") {
      const closes = next?.[1] === "END" && next.index - after < longestKey;
      const bodyEnd = closes ? next.index : readForward(joined, after);
      add(index, closes ? next.index + next[0].length : bodyEnd, text.slice(after, bodyEnd));
    } else if (!isClosing(marks[number - 1], index)) {
      const start = readBackward(joined, index);
      add(start, after, text.slice(start, index));
    }
  }
  for (const { index } of text.matchAll(bareKey)) {
    const last = found.at(-1);
    if (last === undefined || joined.spanOf(index, index + 1).start >= last.end) {
      add(index, readForward(joined, index), text.slice(index, index + 8));
    }
  }
  return found;
}

function isClosing(before: RegExpMatchArray | undefined, index: number): boolean {
  return before?.[1] === "BEGIN" && index - before.index! - before[0].length < longestKey;
}

/**
 * Reads the body of a key whose end is missing. Line breaks are already removed; spaces remain if
 * the key was on one line.
 */
function readForward(joined: JoinedText, start: number): number {
  let end = start;
  for (;;) {
    end = skipHeaders(joined, end);
    const next = joined.text[end] === " " && end > start ? end + 1 : end;
    const pieceEnd = endOfPiece(joined, next);
    if (pieceEnd === next) return end;
    const endsLine = pieceEnd === joined.text.length || joined.breaksBefore(pieceEnd);
    if (!endsLine && next > start && isWord(joined.text.slice(next, pieceEnd))) return end;
    end = pieceEnd;
  }
}

/** Reads the body of a key whose start is missing. */
function readBackward(joined: JoinedText, end: number): number {
  let start = end;
  for (;;) {
    const next = joined.text[start - 1] === " " ? start - 1 : start;
    let pieceStart = next;
    while (pieceStart > 0 && bodyCharacter.test(joined.text[pieceStart - 1]!)) {
      pieceStart -= 1;
      if (joined.breaksBefore(pieceStart)) break;
    }
    const startsLine = pieceStart === 0 || joined.breaksBefore(pieceStart);
    if (pieceStart === next) return start;
    if (!startsLine && isWord(joined.text.slice(pieceStart, next))) return start;
    start = pieceStart;
  }
}

function endOfPiece({ text, breaksBefore }: JoinedText, start: number): number {
  let end = start;
  while (bodyCharacter.test(text[end] ?? "") && (end === start || !breaksBefore(end))) end += 1;
  return end;
}

function skipHeaders({ text, breaksBefore }: JoinedText, start: number): number {
  let end = start;
  for (header.lastIndex = end; header.test(text); header.lastIndex = end) {
    const longest = Math.min(text.length, end + longestHeader);
    end = header.lastIndex;
    while (end < longest && !breaksBefore(end)) end += 1;
  }
  return end;
}

/**
 * Returns whether a piece is an ordinary word: without digits, symbols or inner capitals, and
 * shorter than a line of a key.
 */
function isWord(piece: string): boolean {
  return piece.length < 20 && /^(?:[A-Z]?[a-z]*|[A-Z]+)$/.test(piece);
}
