import type { DoctorCheck, Examination, Found } from "./check.ts";
import { unknown } from "./check.ts";
import { cleanText } from "./clean-text.ts";
import type { Person } from "./clean-text.ts";
import { ForgeUnreachable, RefusedByForge } from "../forge/forge-errors.ts";
import { UserError } from "../shared/errors.ts";
import { explainFault } from "../shared/explain-fault.ts";

/** The output of `gatehouse doctor --json`. */
export interface DoctorDocument {
  readonly version: string;
  /** Whether everything that setup requires is available. */
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}

export interface ExamineOptions {
  readonly version: string;
  readonly person: Person;
  readonly limitMilliseconds: number;
  /** Called after each check. */
  readonly onEnd: (ended: number, of: number) => void;
}

/**
 * Runs all checks in parallel. A check that fails or exceeds the time limit is reported as unknown
 * and does not affect the others.
 */
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

async function inspectInTime({ run }: Examination, limitMilliseconds: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    const found = unknown(`no response within ${limitMilliseconds / 1000} seconds`);
    timer = setTimeout(() => resolve(found), limitMilliseconds);
  });
  try {
    return await Promise.race([Promise.resolve().then(run).catch(explain), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Explains an error without repeating private data. A rejection's message could contain the
 * request, and the message of a failed connection could contain a proxy, so both are replaced.
 * Errors that the user can act on keep their message. For a bug, only the error's name is reported,
 * because its message can contain anything.
 */
function explain(error: unknown): Found {
  if (error instanceof ForgeUnreachable) return unknown("not checked: the API did not respond");
  if (error instanceof RefusedByForge) {
    return unknown(`not checked: the API responded with ${error.status}`);
  }
  const known = error instanceof UserError ? error : explainFault(error);
  if (known) return unknown(known.message, known.hints);
  const name = error instanceof Error ? error.name : "unknown error";
  return unknown(`not checked because of a bug in gatehouse (${name})`);
}

function cleanFound({ state, evidence, next = [] }: Found, person: Person) {
  const clean = (text: string) => cleanText(text, person);
  return {
    state,
    evidence: evidence.map(clean),
    next: next.map(({ text, command, link }) => ({
      text: clean(text),
      ...(command !== undefined && { command: clean(command) }),
      ...(link !== undefined && { link }),
    })),
  };
}
