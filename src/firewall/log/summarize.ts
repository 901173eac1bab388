import { readLog } from "./read-log.ts";
import { addDecisions, emptyTally, type Tally } from "./tally.ts";
import type { LoggedDecision } from "./logged-decision.ts";

/** A whole log, summed up. */
export interface Summary extends Tally {
  readonly folder: string;
  /** Lines that nobody can read: a run was killed while it wrote, or the disk was full. */
  readonly unread: number;
}

/** So many decisions are added at once: each time the rows are put in order. */
const portion = 10_000;

/** @throws the file system's error where there is no log */
export async function summarize(folder: string): Promise<Summary> {
  let [tally, unread] = [emptyTally, 0];
  let some: LoggedDecision[] = [];
  for await (const decision of readLog(folder)) {
    if (decision === undefined) unread += 1;
    else some.push(decision);
    if (some.length < portion) continue;
    tally = addDecisions(tally, some);
    some = [];
  }
  return { folder, ...addDecisions(tally, some), unread };
}
