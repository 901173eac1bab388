import { splitFrontMatter, type Fences } from "../../yaml/front-matter.ts";
import { placesOf, type Place } from "../../yaml/places.ts";
import type { ReadOptions } from "../../yaml/yaml-text.ts";

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

/** How a definition's YAML is read. */
export const definitionYaml = {
  what: "definition",
  merges: "nearest",
  maxValues: 50_000,
} as const satisfies ReadOptions;

const fences: Fences = {
  // Empty lines may stand before it.
  opening: /^(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|$)/,
  // Three dashes and blanks alone: what is indented, or goes on, is the front matter's.
  closing: /^---[ \t]*(?:\r?\n|$)/gm,
};

/** The same of a text that is already one. */
export function splitSource(given: string): SourceFile | SourceFault {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const parts = splitFrontMatter(text, fences);
  if (parts === "no opening") return fault(`the file has no front matter; its first line is "---"`);
  if (parts === "no closing") {
    return fault(`the front matter does not end: no line below it is "---"`);
  }
  const { body: below, ...frontMatter } = parts;
  return {
    text,
    ...frontMatter,
    bodyStart: text.length - below.trimStart().length,
    body: below.replaceAll(/\r\n?/g, "\n").trim(),
    placeOf: placesOf(text),
  };
}

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
