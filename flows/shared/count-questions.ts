import type { Position } from "../../src/prompts/prompter.ts";

/** Counter for the questions of one step. */
export interface Places {
  /** Returns the position of the next question. */
  readonly next: () => Position;
  /** Increases the total by the number of questions that an answer adds. */
  readonly add: (questions: number) => void;
}

/** @param known number of questions that are always asked */
export function countQuestions(known: number): Places {
  let at = 0;
  let of = known;
  return {
    next: () => ({ at: (at += 1), of }),
    add: (questions) => {
      of += questions;
    },
  };
}
