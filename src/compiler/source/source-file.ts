/** A place in a file, from 1; columns count UTF-16 units, as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A Markdown file with front matter, taken apart. Offsets are of its text without a byte order mark. */
export interface SourceFile {
  readonly text: string;
  /** The front matter, and where it begins. */
  readonly yaml: string;
  readonly yamlStart: number;
  /** What stands below it, with plain line ends, and without the empty lines around it. */
  readonly body: string;
  readonly bodyStart: number;
  placeOf(offset: number): Place;
}

/** Why a file cannot be taken apart, and where. */
export interface SourceFault extends Place {
  readonly message: string;
}

/** A definition is a page or two; what is larger was not meant to be one. In bytes. */
export const largestSource = 1024 * 1024;

/** Takes an agent definition apart. */
export function readSourceFile(bytes: Uint8Array): SourceFile | SourceFault {
  if (bytes.length > largestSource) {
    const size = `${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
    return fault(`the file has ${size}; a definition has at most 1 MB`);
  }
  const text = decode(bytes);
  return typeof text === "string" ? splitSource(text) : text;
}

/** The same of a text that is already one. */
export function splitSource(given: string): SourceFile | SourceFault {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const open = openingFence.exec(text);
  const missing = `the file has no front matter; its first line is "---"`;
  if (!open) return fault(missing);
  const yamlStart = open[0].length;
  const close = new RegExp(closingFence);
  close.lastIndex = yamlStart;
  const end = close.exec(text);
  if (!end) return fault(`the front matter does not end: no line below it is "---"`);
  const below = text.slice(close.lastIndex);
  return {
    text,
    yaml: text.slice(yamlStart, end.index),
    yamlStart,
    bodyStart: text.length - below.trimStart().length,
    body: below.replaceAll(/\r\n?/g, "\n").trim(),
    placeOf: placesOf(text),
  };
}

/** Empty lines may stand before it. */
const openingFence = /^(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|$)/;
/** Three dashes and blanks alone: what is indented, or goes on, is the front matter's. */
const closingFence = /^---[ \t]*(?:\r?\n|$)/gm;

function fault(message: string, place: Place = { line: 1, column: 1 }): SourceFault {
  return { ...place, message };
}

function decode(bytes: Uint8Array): string | SourceFault {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fault("the file is no UTF-8 text; save it as UTF-8", placeOfBadByte(bytes));
  }
}

/** Where a text goes wrong: what stands before it can be read. */
function placeOfBadByte(bytes: Uint8Array): Place {
  const readable = new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes);
  const sign = readable.indexOf("\ufffd");
  return sign < 0 ? { line: 1, column: 1 } : placesOf(readable)(sign);
}

/** Places of a text by their offsets. Lines are counted when somebody asks: mostly nobody does. */
export function placesOf(text: string): (offset: number) => Place {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}
