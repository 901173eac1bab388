import type { DoctorCheck, Examination, Found } from "./check.ts";
import { unknown } from "./check.ts";
import { cleanText } from "./clean-text.ts";
import type { Person } from "./clean-text.ts";
import { ForgeUnreachable, RefusedByForge } from "../forge/forge-errors.ts";
import { UserError } from "../shared/errors.ts";
import { explainFault } from "../shared/explain-fault.ts";

/** What `gatehouse doctor --json` prints. */
export interface DoctorDocument {
  readonly version: string;
  /** Whether all that a setup needs was seen. */
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}

export interface ExamineOptions {
  readonly version: string;
  readonly person: Person;
  readonly limitMilliseconds: number;
  /** Told of each look that has ended. */
  readonly onEnd: (ended: number, of: number) => void;
}

/** Takes all looks side by side. One that does not end in time, or fails, is unknown, and keeps none of the others. */
export async function examine(
  examinations: readonly Examination[],
  { version, person, limitMilliseconds, onEnd }: ExamineOptions,
): Promise<DoctorDocument> {
  let ended = 0;
  const checks = await Promise.all(
    examinations.map(async (examination): Promise<DoctorCheck> => {
      const found = await inspectInTime(examination, limitMilliseconds);
      ended += 1;
      onEnd(ended, examinations.length);
      const { id, title } = examination;
      return { id, title, ...cleanFound(found, person) };
    }),
  );
  const isThere = ({ isNeeded }: Examination, state: DoctorCheck["state"] | undefined) =>
    state !== "missing" && !(isNeeded && state === "unknown");
  const ok = examinations.every((each, index) => isThere(each, checks[index]?.state));
  return { version, ok, checks };
}

async function inspectInTime({ look }: Examination, limitMilliseconds: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    const found = unknown(`no answer within ${limitMilliseconds / 1000} seconds`);
    timer = setTimeout(() => resolve(found), limitMilliseconds);
  });
  try {
    return await Promise.race([Promise.resolve().then(look).catch(explain), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What a person can act on says so. A forge's refusal names what was asked for, and a failed connection a proxy; of a bug
 * no more is told than that it is one: its words may hold anything.
 */
function explain(error: unknown): Found {
  if (error instanceof ForgeUnreachable) return unknown("not seen: the forge does not answer");
  if (error instanceof RefusedByForge) {
    return unknown(`not seen: the forge refused to tell, with ${error.status}`);
  }
  const known = error instanceof UserError ? error : explainFault(error);
  if (known) return unknown(known.message, known.hints);
  const name = error instanceof Error ? error.name : "an error";
  return unknown(`this look failed by a mistake of ours (${name})`);
}

function cleanFound({ state, evidence, next = [] }: Found, person: Person) {
  const clean = (text: string) => cleanText(text, person);
  return {
    state,
    evidence: evidence.map(clean),
    next: next.map(({ say, command, link }) => ({
      say: clean(say),
      ...(command !== undefined && { command: clean(command) }),
      ...(link !== undefined && { link }),
    })),
  };
}
