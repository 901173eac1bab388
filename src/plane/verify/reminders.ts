import { daysLeft } from "../../credentials/pat/expiry.ts";
import type { Decision } from "../scope/decision.ts";
import { count } from "../../shared/count.ts";

/** A deadline by which the operator must act on a credential. */
export interface Reminder {
  readonly credential: "pat";
  readonly state: "due" | "expired";
  /** Smallest reminder threshold that has been reached, in days; 0 after the deadline. */
  readonly within: 30 | 14 | 7 | 0;
  /** Whole days; negative after the deadline. */
  readonly daysLeft: number;
  readonly expiresAt: string;
  readonly text: string;
}

/**
 * Finds due deadlines in the committed decision. The consent to a PAT records when the token
 * expires.
 */
export function findReminders({
  decision,
  now,
}: {
  readonly decision: Decision | undefined;
  readonly now: Date;
}): Reminder[] {
  const consent = decision?.consent;
  if (!consent) return [];
  const { expiresAt, rotationOwner } = consent;
  const end = new Date(expiresAt);
  const left = daysLeft(end, now);
  const isOver = end <= now;
  const within = isOver ? 0 : ([7, 14, 30] as const).find((days) => left <= days);
  if (within === undefined) return [];
  const day = expiresAt.slice(0, 10);
  const text = isOver
    ? `The PAT expired on ${day}. Rotation owner: ${rotationOwner}.`
    : `The PAT expires ${inDays(left)}, on ${day}. Rotation owner: ${rotationOwner}.`;
  const state = isOver ? "expired" : "due";
  return [{ credential: "pat", state, within, daysLeft: left, expiresAt, text }];
}

function inDays(days: number): string {
  if (days < 1) return "within a day";
  return `in ${count(days, "day")}`;
}
