import type { FlowHeader, Mark } from "./prompter.ts";

/** Where a person is among the announced steps. */
export interface Step {
  /** From 1. */
  readonly at: number;
  readonly of: number;
  readonly name: string;
  readonly isOver: boolean;
}

/** The active step, or the first behind all that are marked. */
export function stepOf({ outline }: FlowHeader, marks: readonly Mark[]): Step | undefined {
  if (outline.length === 0) return undefined;
  const stateOf = (name: string) => marks.find((mark) => mark.name === name)?.state;
  const active = outline.findIndex((name) => stateOf(name) === "active");
  // Steps that a person leaves out are passed over, so counting the marks would fall behind.
  const last = outline.findLastIndex((name) => stateOf(name) !== undefined);
  const index = active >= 0 ? active : Math.min(outline.length - 1, last + 1);
  const isOver = active < 0 && last === outline.length - 1;
  return { at: index + 1, of: outline.length, name: outline[index] ?? "", isOver };
}
