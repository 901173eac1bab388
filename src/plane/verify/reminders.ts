import { daysLeft } from "../../credentials/pat/expiry.ts";
import type { Decision } from "../scope/decision.ts";
import { count } from "../../shared/count.ts";

/** Something about a credential's life that a person has to see to. */
export interface Reminder {
  readonly credential: "pat";
  readonly state: "due" | "expired";
  /** Of the steps in which a reminder grows louder, the one that is reached: 30, 14 or 7 days; 0 once it is over. */
  readonly within: 30 | 14 | 7 | 0;
  /** Whole days; negative once it is over. */
  readonly daysLeft: number;
  readonly expiresAt: string;
  readonly say: string;
}

/** What is due, from the decision that is checked in: the consent to a PAT tells when that token ends. */
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
  const say = isOver
    ? `The PAT expired on ${day}; ${rotationOwner} rotates it.`
    : `The PAT expires ${inDays(left)}, on ${day}; ${rotationOwner} rotates it.`;
  const state = isOver ? "expired" : "due";
  return [{ credential: "pat", state, within, daysLeft: left, expiresAt, say }];
}

function inDays(days: number): string {
  if (days < 1) return "within a day";
  return `in ${count(days, "day")}`;
}
