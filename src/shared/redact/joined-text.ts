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
  /** Where a piece of the joined text stands in the original. */
  readonly spanOf: (start: number, end: number) => Span;
}

// Colours and links: CSI sequences, and OSC sequences up to their end.
const control = String.raw`\x1b\[[0-9;?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)`;
// White space, also as an escape in JSON (in JSON, in JSON) or in a URL, and the borders of boxes.
const space = String.raw`\s|\\{1,4}[nr]|%0[AaDd]|[\u2500-\u257f]`;
const gaps = new RegExp(`(?:${control})+|(?:${space})(?:${space}|${control})*`, "g");
const lineBreak = /[\r\n]|\\[nr]|%0[AaDd]/;
const escape = "\x1b";

/** Takes away line breaks with the indentation after them, and colours; words on one line stay apart. */
export function joinLines(text: string): JoinedText {
  return join(text, (gap) => gap.startsWith(escape) || lineBreak.test(gap));
}

/** Takes away all white space. */
export function squeeze(text: string): JoinedText {
  return join(text, () => true);
}

function join(text: string, isDropped: (gap: string) => boolean): JoinedText {
  const origin = new Uint32Array(text.length);
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
    if (lineBreak.test(gap)) isAfterBreak[length] = 1;
  }
  keepUntil(text.length);
  return {
    text: kept.join(""),
    breaksBefore: (index) => isAfterBreak[index] === 1,
    spanOf: (start, end) => ({ start: origin[start] ?? 0, end: (origin[end - 1] ?? 0) + 1 }),
  };
}
