import { findShapes } from "../../shared/redact.ts";
import type { Credential } from "../../shared/redact.ts";

/** Where a credential stands, and what it is: never any of the text. */
export interface Finding {
  /** `build.zip!logs/job.txt:12`: a file, the entries within it, a line from 1. */
  readonly place: string;
  readonly kind: Credential["kind"];
}

const windowBytes = 1 << 20;
/** Longer than any key: one that begins in a window ends in it or is found again, whole, in the next. */
const overlapBytes = 1 << 16;
const lineFeed = 10;

/**
 * Looks for credentials in bytes of any kind, in memory for two windows. Text of two bytes a character is found by
 * leaving out the zeros.
 */
export async function searchBytes(
  content: AsyncIterable<Buffer>,
  place: string,
  report: (finding: Finding) => void,
): Promise<void> {
  const seen = new Set<string>();
  let held = Buffer.alloc(0);
  let line = 1;
  const look = () => {
    for (const { kind, line: at } of findInWindow(held)) {
      const finding = { place: `${place}:${line + at}`, kind };
      if (seen.size < mostFindings && !seen.has(`${finding.place} ${kind}`)) report(finding);
      seen.add(`${finding.place} ${kind}`);
    }
  };
  for await (const piece of content) {
    held = Buffer.concat([held, piece]);
    if (held.length < windowBytes + overlapBytes) continue;
    look();
    const done = held.length - overlapBytes;
    line += countLines(held.subarray(0, done));
    held = held.subarray(done);
  }
  look();
}

/** What is nothing but credentials is told well enough by its first ones. */
const mostFindings = 1000;

/** What stands in these bytes; lines are counted from 0. */
function findInWindow(bytes: Buffer): { kind: Credential["kind"]; line: number }[] {
  const text = bytes.toString("latin1");
  const texts = bytes.includes(0) ? [text, withoutZeros(bytes).toString("latin1")] : [text];
  return texts.flatMap((each) => {
    const found = findShapes(each, "bytes").filter(({ isCertain }) => isCertain);
    let line = 0;
    let at = 0;
    return found
      .toSorted((one, other) => one.start - other.start)
      .map(({ kind, start }) => {
        line += countLines(Buffer.from(each.slice(at, start), "latin1"));
        at = start;
        return { kind, line };
      });
  });
}

/** By hand: replacing in a text takes ten times as long. */
function withoutZeros(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    if (byte !== 0) kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
