import type { Place } from "../../src/prompts/prompter.ts";

/** The questions of one step, counted as they are asked. */
export interface Places {
  /** The place of the next question. */
  readonly next: () => Place;
  /** An answer has led to so many more. */
  readonly add: (questions: number) => void;
}

/** @param known how many there are while no answer adds any */
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
