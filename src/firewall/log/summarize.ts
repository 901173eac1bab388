import { readLog } from "./read-log.ts";
import { addDecisions, emptyTally, type Tally } from "./tally.ts";
import type { LoggedDecision } from "./logged-decision.ts";

export interface Summary extends Tally {
  readonly folder: string;
  /** Number of unreadable lines, for example because the run was killed or the disk was full. */
  readonly unread: number;
}

/**
 * Number of decisions to add in one batch. Adding each decision separately would be slow, because
 * each addition sorts the rows.
 */
const portion = 10_000;

/** @throws the file system's error if the log is not found */
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
