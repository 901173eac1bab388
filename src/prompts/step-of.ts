import type { FlowHeader, Mark } from "./prompter.ts";

/** Position among the announced steps. */
export interface Step {
  /** Starts at 1. */
  readonly at: number;
  readonly of: number;
  readonly name: string;
  readonly isOver: boolean;
}

/**
 * Returns the active step, or the step after the last marked one. Undefined if no steps are
 * announced.
 */
export function stepOf({ outline }: FlowHeader, marks: readonly Mark[]): Step | undefined {
  if (outline.length === 0) return undefined;
  const stateOf = (name: string) => marks.find((mark) => mark.name === name)?.state;
  const active = outline.findIndex((name) => stateOf(name) === "active");
  // Skipped steps do not have a mark, so counting the marks could give a number that is too low.
  const last = outline.findLastIndex((name) => stateOf(name) !== undefined);
  const index = active >= 0 ? active : Math.min(outline.length - 1, last + 1);
  const isOver = active < 0 && last === outline.length - 1;
  return { at: index + 1, of: outline.length, name: outline[index] ?? "", isOver };
}
