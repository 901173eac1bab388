import { createHash } from "node:crypto";
import type { Frame, Word } from "./frame.ts";

/**
 * Patterns of values that differ between runs, and fixed replacements of the same width. Each
 * pattern is applied to single words.
 */
const moving: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d{5}/g, "127.0.0.1:41873"],
  [/(127\.0\.0\.1:41873\/)[\w-]{12}$/g, "$1k3Vw9sTq2LmZ"],
  [/^9:\d\d$/g, "9:55"],
  [/^[0-8]:\d\d(?=:?$)/g, "0:05"],
  [/^\d\d:\d\d:\d\d/g, "14:07:31"],
  [/^(?!10:00)[012]\d:\d\d(?=,?$)/g, "14:31"],
  [/(?<=resets) [012]\d:\d\d$/g, " 14:31"],
  [/^\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, "2026-11-23T14:07:31.250Z"],
  [/Iv23li[\da-f]{14}/g, "Iv23li0123456789abcd"],
  [/[\da-f]{8}(?=\.tgz)/g, "5f0c9b1e"],
  // Number of remaining requests, which depends on the duration of a wait.
  [/^49\d\d$/g, "4926"],
];

const firstDay = "2026-11-23";

/**
 * Replaces changing values in the frames of one walkthrough, in order. A key has the same
 * fingerprint in every frame, and different keys have different fingerprints.
 * @param days dates of the walk, such as 2026-11-23, which are also replaced
 */
export function createStill(days: readonly string[]): (frame: Frame) => Frame {
  const keys = new Map<string, string>();
  const freeze = (text: string) => {
    const dated = days.reduce((kept, day) => kept.replaceAll(day, firstDay), text);
    const held = moving.reduce((kept, [each, same]) => kept.replace(each, same), dated);
    return freezeFingerprint(held, keys);
  };
  return ({ rows, ...frame }) => ({
    ...frame,
    rows: rows.map((words) =>
      words.map((word, index) => ({
        ...word,
        text: freezeCount(word.text, wordsAfter(words, index)) ?? freeze(word.text),
      })),
    ),
  });
}

function wordsAfter(words: readonly Word[], index: number): string {
  return words
    .slice(index + 1, index + 3)
    .map(({ text }) => text)
    .join(" ");
}

/**
 * Replaces poll counts and response times. The forge is slowed down, so that response times always
 * have three digits.
 */
function freezeCount(text: string, after: string): string | undefined {
  if (/^\d{3}$/.test(text) && after.startsWith("ms;")) return "142";
  return /^\d\d$/.test(text) && after === "of 120" ? "18" : undefined;
}

/**
 * Replaces a fingerprint, its first eight characters, or the first four characters, which an
 * operator types.
 * @param keys replacements by the first eight characters of a fingerprint
 */
function freezeFingerprint(text: string, keys: Map<string, string>): string {
  const [, typed] = /^([\w+/]{4})\.?$/.exec(text) ?? [];
  if (typed !== undefined) {
    const known = [...keys.keys()].find((start) => start.startsWith(typed));
    return text.replace(typed, (same) => keys.get(known ?? "")?.slice(0, same.length) ?? same);
  }
  return text.replaceAll(/(?<=SHA256:)([\w+/]{8})(?:[\w+/]{35}=)?/g, (full, start: string) => {
    const placeholderText =
      keys.get(start) ?? createHash("sha256").update(`${keys.size}`).digest("base64");
    keys.set(start, placeholderText);
    return placeholderText.slice(0, full.length);
  });
}
