/*
 * Symbols before a line that show its state. A mark always accompanies a word with the same
 * meaning. All marks are one column wide and available in every common font.
 */

/** Marks for terminals and files that support more than ASCII. */
export const marks = {
  /** Done, and verified by gatehouse. */
  done: "✔",
  /** The current step. */
  active: "●",
  /** A later step. */
  next: "○",
  /** An answer given in the current step, or a missing record in a list of stored records. */
  answer: "·",
  /** Stated by a person and not verified. */
  reported: "”",
  /** Could not be determined. */
  unknown: "?",
  /** Needs attention: some work remains. */
  attention: "!",
  /** Failed, invalid or rejected. */
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
  reported: '"',
  unknown: "?",
  attention: "!",
  failed: "x",
  skipped: "-",
};

/** Words that replace the marks in plain lines and for screen readers. */
export const markWords: Readonly<Record<MarkState, string>> = {
  done: "done",
  active: "now",
  next: "then",
  answer: "answer",
  reported: "reported",
  unknown: "unknown",
  attention: "attention",
  failed: "wrong",
  skipped: "skipped",
};
