import { longestAheadSeconds } from "../../admission/gate-record.ts";

/** Seconds since 1970 as ISO 8601, UTC; null for what is no moment, however many. */
export function sayMoment(seconds: number): string | null {
  return toIso(new Date(seconds * 1000));
}

/** A time as the forge writes it, the same way; null for what is none. */
export function readMoment(text: string): string | null {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text);
  return isMoment ? toIso(new Date(text)) : null;
}

/** The forge gives requests anew each hour: what lies further ahead than a record may is no reset. */
export function isPlausibleReset(reset: string, now: Date): boolean {
  return Date.parse(reset) - now.getTime() <= longestAheadSeconds * 1000;
}

function toIso(moment: Date): string | null {
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
