/** Scripts whose letters change their shape next to a joiner or non-joiner. */
const scripts =
  "Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer";
const letter = `[${scripts
  .split(" ")
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")}]`;

const picture = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?`;

/** The flags of England, Scotland and Wales: a black flag, and the region in tag characters. */
const flags = ["gbeng", "gbsct", "gbwls"].map((region) =>
  String.fromCodePoint(
    0x1f3f4,
    ...Array.from(region, (sign) => 0xe0000 + sign.charCodeAt(0)),
    0xe007f,
  ),
);

const joined = new RegExp(
  [
    String.raw`(?<=${picture})\u200D(?=\p{Extended_Pictographic})`,
    // A non-joiner can follow a Latin word or a number; a joiner can end a word.
    String.raw`(?<=[\p{L}\p{M}\p{N}])\u200C(?=${letter})`,
    String.raw`(?<=${letter})\u200D`,
    ...flags,
  ].join("|"),
  "gu",
);

/**
 * Returns whether a text contains an invisible character. Joiners in an emoji sequence or between
 * letters of a script that needs them do not count, because they change what is shown.
 */
export function hasInvisible(text: string): boolean {
  return /\p{Cf}/u.test(text) && /\p{Cf}/u.test(text.replaceAll(joined, ""));
}
