/*
 * What stands before a line to say how it is. A mark never stands alone: a word beside it says the same. All of them are
 * one column wide and in every common font.
 */

/** For terminals and files that have more than ASCII. */
export const marks = {
  /** Done, and seen by gatehouse. */
  done: "✔",
  /** Here, now. */
  active: "▸",
  /** Somebody's word, which nothing proved. */
  told: "”",
  /** It could not be learned. */
  unknown: "?",
  /** To be read first: it leaves something to do. */
  attention: "!",
  /** Wrong, or refused. */
  failed: "✖",
  /** Not needed. */
  skipped: "–",
  /** Not there, which may be right. */
  absent: "·",
} as const;

export const asciiMarks: Readonly<Record<keyof typeof marks, string>> = {
  done: "+",
  active: ">",
  told: '"',
  unknown: "?",
  attention: "!",
  failed: "x",
  skipped: "-",
  absent: ".",
};
