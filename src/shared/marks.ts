/*
 * What stands before a line to say how it is. A mark never stands alone: a word beside it says the same. All of them are
 * one column wide and in every common font.
 */

/** For terminals and files that have more than ASCII. */
export const marks = {
  /** Done, and seen by gatehouse. */
  done: "✔",
  /** Here, now. */
  active: "●",
  /** What comes after this. */
  next: "○",
  /** What was answered in the present step; in a list of what is stored, what is not there. */
  answer: "·",
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
} as const;

export type MarkState = keyof typeof marks;

export const asciiMarks: Readonly<Record<MarkState, string>> = {
  done: "+",
  active: "*",
  next: "o",
  answer: ".",
  told: '"',
  unknown: "?",
  attention: "!",
  failed: "x",
  skipped: "-",
};

/** What takes the place of a mark where none is shown: in plain lines, and for screen readers. */
export const markWords: Readonly<Record<MarkState, string>> = {
  done: "done",
  active: "now",
  next: "then",
  answer: "answer",
  told: "on your word",
  unknown: "unknown",
  attention: "attention",
  failed: "wrong",
  skipped: "skipped",
};
