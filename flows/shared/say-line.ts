import type { Say } from "../../src/asking/prompter.ts";

/** Shows on a wait what a run tells, each line with where it is to be seen, if anywhere. */
export function sayLine(say: Say): (line: string, link?: string) => void {
  return (line, link) => say({ line, ...(link !== undefined && { link }) });
}
