import { longestAheadSeconds } from "../../run/admit/gate-record.ts";

/** A time as the forge writes it, in UTC; null for what is none. */
export function readMoment(text: string): string | null {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = Date.parse(text);
  return isMoment && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

/** The forge gives requests anew each hour: what lies further ahead than a record may is no reset. */
export function isPlausibleReset(reset: string, now: Date): boolean {
  return Date.parse(reset) - now.getTime() <= longestAheadSeconds * 1000;
}
