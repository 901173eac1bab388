import { readDictionary } from "./pdf-tokens.ts";
import type { PdfDictionary } from "./pdf-tokens.ts";

/** Row layout of a stream. The byte before each row identifies the row's PNG filter. */
interface PdfRows {
  readonly rowBytes: number;
  /** Distance in bytes to the pixel that PNG filters call "left". */
  readonly pixelBytes: number;
}

/**
 * Reads a stream's predictor.
 * @returns "plain" if there is no predictor, "unread" if it is not supported
 */
export function readPredictor(entries: PdfDictionary): PdfRows | "plain" | "unread" {
  const given = ["/DecodeParms", "/DP"].flatMap((key) => entries.get(key) ?? []);
  const tokens = given[0] === "[" && given.at(-1) === "]" ? given.slice(1, -1) : given;
  if (tokens.length === 0 || tokens.join(" ") === "null") return "plain";
  const parameters = readDictionary(tokens);
  if (!parameters) return "unread";
  const numberOf = (key: string, usual: number) => {
    const value = parameters.get(key);
    return value ? Number(value.join(" ")) : usual;
  };
  const predictor = numberOf("/Predictor", 1);
  const [colors, bits, columns] = [
    numberOf("/Colors", 1),
    numberOf("/BitsPerComponent", 8),
    numberOf("/Columns", 1),
  ];
  if (predictor === 1) return "plain";
  const isRead = [colors, bits, columns].every((each) => Number.isInteger(each) && each > 0);
  if (!isRead || !Number.isInteger(predictor) || predictor < 10 || predictor > 15) return "unread";
  return {
    rowBytes: Math.ceil((colors * bits * columns) / 8),
    pixelBytes: Math.ceil((colors * bits) / 8),
  };
}

/**
 * Undoes the row filters.
 * @returns undefined if a filter is unknown
 * @see PNG specification, 9 "Filtering"
 */
export function undoPredictor(
  bytes: Buffer,
  { rowBytes, pixelBytes }: PdfRows,
): Buffer | undefined {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += rowBytes + 1) {
    const filter = bytes[at] ?? 0;
    if (filter > 4) return undefined;
    const start = length;
    const above = start - rowBytes;
    for (const byte of bytes.subarray(at + 1, at + 1 + rowBytes)) {
      const isFirst = length - start < pixelBytes;
      const left = isFirst ? 0 : (plain[length - pixelBytes] ?? 0);
      const up = plain[above + length - start] ?? 0;
      const corner = isFirst ? 0 : (plain[above + length - start - pixelBytes] ?? 0);
      plain[length] = byte + predict(filter, { left, up, corner });
      length += 1;
    }
  }
  return plain.subarray(0, length);
}

function predict(
  filter: number,
  { left, up, corner }: { readonly left: number; readonly up: number; readonly corner: number },
): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter === 0) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (byLeft! <= byUp! && byLeft! <= byCorner!) return left;
  return byUp! <= byCorner! ? up : corner;
}
