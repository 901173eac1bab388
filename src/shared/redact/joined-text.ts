import { sequence, unshown } from "../print-text.ts";

export interface Span {
  readonly start: number;
  /** The first character after it. */
  readonly end: number;
}

/** A text without what stands between the pieces of a broken word, and the way back to the original. */
export interface JoinedText {
  readonly text: string;
  /** Whether a line of the original ended right before this character. */
  readonly breaksBefore: (index: number) => boolean;
  /** Whether anything that was taken away stood right before this character. */
  readonly partsBefore: (index: number) => boolean;
  /** Where a piece of the joined text stands in the original. */
  readonly spanOf: (start: number, end: number) => Span;
}

// White space, also as an escape in JSON (in JSON, in JSON) or in a URL, and the borders of boxes.
const space = String.raw`\s|\\{1,4}[nr]|%0[AaDd]|[\u2500-\u257f]`;
const lineBreak = /[\r\n]|\\[nr]|%0[AaDd]/;

/** What may part the pieces of a word, and how a gap begins that never parts two words. */
interface Gaps {
  readonly all: RegExp;
  readonly dropped: RegExp;
}

/** A run of more is several: a regular expression that repeats without end runs out of stack. */
const longest = 10_000;

function gapsOf(control: string, flags: string): Gaps {
  return {
    all: new RegExp(
      `(?:${control}){1,${longest}}|(?:${space})(?:${space}|${control}){0,${longest}}`,
      `g${flags}`,
    ),
    dropped: new RegExp(`^(?:${control})`, flags),
  };
}

/** Of a text: also what printing drops, and what no font shows: a word that is parted by it is whole to whoever reads it. */
const ofText = gapsOf(`${sequence}|${unshown}|\\p{DI}`, "u");
/** Of bytes, which nobody prints. */
const ofBytes = gapsOf(sequence, "");

/** Takes away line breaks with the indentation after them, and what is not shown; words on one line stay apart. */
export function joinLines(text: string, { all, dropped }: Gaps = ofText): JoinedText {
  return join(text, all, (gap) => dropped.test(gap) || lineBreak.test(gap));
}

/** The same of bytes as Latin-1, a quarter of which would not be shown: only line breaks and colours part words there. */
export function joinBytes(bytes: string): JoinedText {
  return joinLines(bytes, ofBytes);
}

/** Takes away all white space. */
export function squeeze(text: string): JoinedText {
  return join(text, ofText.all, () => true);
}

function join(text: string, gaps: RegExp, isDropped: (gap: string) => boolean): JoinedText {
  const origin = new Uint32Array(text.length);
  const isAfterGap = new Uint8Array(text.length + 1);
  const isAfterBreak = new Uint8Array(text.length + 1);
  const kept: string[] = [];
  let length = 0;
  let from = 0;
  const keepUntil = (end: number) => {
    kept.push(text.slice(from, end));
    while (from < end) origin[length++] = from++;
  };
  for (const { 0: gap, index } of text.matchAll(gaps)) {
    if (!isDropped(gap)) continue;
    keepUntil(index);
    from = index + gap.length;
    isAfterGap[length] = 1;
    if (lineBreak.test(gap)) isAfterBreak[length] = 1;
  }
  keepUntil(text.length);
  return {
    text: kept.join(""),
    breaksBefore: (index) => isAfterBreak[index] === 1,
    partsBefore: (index) => isAfterGap[index] === 1,
    spanOf: (start, end) => ({ start: origin[start] ?? 0, end: (origin[end - 1] ?? 0) + 1 }),
  };
}
