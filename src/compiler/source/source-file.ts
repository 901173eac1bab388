import { splitFrontMatter, type Fences } from "../../yaml/front-matter.ts";
import { placesOf, type Location } from "../../yaml/positions.ts";
import type { ReadOptions } from "../../yaml/yaml-text.ts";

/**
 * The parts of a Markdown file with front matter. Offsets count from the start of the text, without
 * the byte order mark.
 */
export interface SourceFile {
  readonly text: string;
  /** The front matter, and the offset of its start. */
  readonly yaml: string;
  readonly yamlStart: number;
  /** The text below the front matter, with LF line endings and without surrounding empty lines. */
  readonly body: string;
  readonly bodyStart: number;
  placeOf(offset: number): Location;
}

/** The reason why a file cannot be parsed, and the position. */
export interface SourceFault extends Location {
  readonly message: string;
}

/**
 * Maximum size of a definition in bytes. Definitions are one or two pages long, so a larger file is
 * a mistake.
 */
export const largestSource = 1024 * 1024;

/** Splits an agent definition into its parts. */
export function readSourceFile(bytes: Uint8Array): SourceFile | SourceFault {
  if (bytes.length > largestSource) {
    const size = `${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
    return fault(`the file is ${size}; the maximum is 1 MB`);
  }
  const text = decode(bytes);
  return typeof text === "string" ? splitSource(text) : text;
}

/** Parser options for the YAML of a definition. */
export const definitionYaml = {
  what: "definition",
  merges: "nearest",
  maxValues: 50_000,
} as const satisfies ReadOptions;

const fences: Fences = {
  // Empty lines are allowed before the opening fence.
  opening: /^(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|$)/,
  // Exactly three dashes, optionally followed by spaces or tabs. An indented fence, or a fence
  // followed by more text, is part of the front matter.
  closing: /^---[ \t]*(?:\r?\n|$)/gm,
};

/** Splits the decoded text of an agent definition into its parts. */
export function splitSource(given: string): SourceFile | SourceFault {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const parts = splitFrontMatter(text, fences);
  if (parts === "no opening")
    return fault(`the file has no front matter; its first line must be "---"`);
  if (parts === "no closing") {
    return fault(`the front matter is not closed: add a line with "---" after it`);
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

function fault(message: string, location: Location = { line: 1, column: 1 }): SourceFault {
  return { ...location, message };
}

function decode(bytes: Uint8Array): string | SourceFault {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fault("the file is not UTF-8; save it as UTF-8", placeOfBadByte(bytes));
  }
}

/** Returns the position of the first invalid byte. The bytes before it are valid text. */
function placeOfBadByte(bytes: Uint8Array): Location {
  const readable = new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes);
  const sign = readable.indexOf("\ufffd");
  return sign < 0 ? { line: 1, column: 1 } : placesOf(readable)(sign);
}
