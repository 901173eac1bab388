import { sequence, unshown } from "../print-text.ts";

export interface Span {
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

/**
 * Text without the characters that split words. Maps pieces to their locations in the original
 * text.
 */
export interface JoinedText {
  readonly text: string;
  /** Returns whether a line of the original text ended directly before this character. */
  readonly breaksBefore: (index: number) => boolean;
  /** Returns whether characters were removed directly before this character. */
  readonly partsBefore: (index: number) => boolean;
  /** Maps a range of the joined text to its range in the original text. */
  readonly spanOf: (start: number, end: number) => Span;
}

// White space, including white space that is escaped in JSON (nested up to twice) or in a URL, and
// box-drawing characters.
const space = String.raw`\s|\\{1,4}[nr]|%0[AaDd]|[\u2500-\u257f]`;
const lineBreak = /[\r\n]|\\[nr]|%0[AaDd]/;

/**
 * Patterns for gaps. `all` matches each gap. `dropped` matches the start of a gap that never
 * separates two words.
 */
interface Gaps {
  readonly all: RegExp;
  readonly dropped: RegExp;
}

/**
 * Maximum length of a gap; a longer gap is matched as several. An unbounded repetition in a regular
 * expression would overflow the stack.
 */
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

/**
 * Gaps in text, including characters that are invisible when printed. A word that contains such
 * characters looks complete to readers.
 */
const ofText = gapsOf(`${sequence}|${unshown}|\\p{DI}`, "u");
/** Gaps in binary data. Invisible characters are not gaps, because binary data is never printed. */
const ofBytes = gapsOf(sequence, "");

/**
 * Removes line breaks with their indentation, and invisible characters. Words on one line stay
 * separate.
 */
export function joinLines(text: string, { all, dropped }: Gaps = ofText): JoinedText {
  return join(text, all, (gap) => dropped.test(gap) || lineBreak.test(gap));
}

/**
 * Removes line breaks from binary data that is read as Latin-1. Only line breaks and colors count
 * as gaps, because otherwise a quarter of all bytes would count as invisible.
 */
export function joinBytes(bytes: string): JoinedText {
  return joinLines(bytes, ofBytes);
}

/** Removes all white space. */
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
