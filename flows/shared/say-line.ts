import type { Say } from "../../src/asking/prompter.ts";

/** Takes what a run tells, a line at a time, each with where it is to be seen, if anywhere. */
export type SayLine = (line: string, link?: string) => void;

/** Shows on a wait what a run tells. */
export function sayLine(say: Say): SayLine {
  return (line, link) => say({ line, ...(link !== undefined && { link }) });
}
