import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { nameStep } from "../../src/plane/exposed/exposure.ts";
import type {
  ExposureEntry,
  ExposureResult,
  ExposureStep,
  Incident,
} from "../../src/plane/exposed/exposure.ts";
import { attemptStep } from "../../src/plane/exposed/journal-steps.ts";
import { isSettled, listAttempts } from "../../src/plane/exposed/read-record.ts";
import type { Situation } from "../../src/plane/exposed/situation.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";
import { redact } from "../../src/shared/redact.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";
import type { IncidentScope } from "./open-incident.ts";

/** An incident and the data that is needed to respond to it, passed from step to step. */
export interface IncidentResponse {
  readonly context: FlowContext;
  readonly deps: ExposedDeps;
  readonly situation: Situation;
  readonly incident: Incident;
  readonly scope: IncidentScope;
}

/** The members of context and deps that a step uses. */
export interface Using<C extends keyof FlowContext, D extends keyof ExposedDeps = never> {
  readonly context: Pick<FlowContext, C>;
  readonly deps: Pick<ExposedDeps, D>;
}

/** The members needed to find earlier attempts and to record a new one. */
export type Restoring = Using<"restore", "profile" | "repository">;
export type Recording = Restoring &
  Using<"read" | "step" | "recordValue" | "mark", "now"> & {
    readonly situation: Pick<Situation, "who">;
  };

export interface Outcome extends Pick<
  ExposureEntry,
  "statement" | "evidence" | "switches" | "search"
> {
  readonly result: Exclude<ExposureResult, "unknown">;
}

/**
 * Returns whether this run must perform a step, because no earlier run completed it. Decides this
 * once per run, so that the same questions appear after Back.
 * @param way identifies an attempt within one run
 */
export function isDue(
  response: Restoring & Using<"read">,
  step: ExposureStep,
  way = "first",
): Promise<boolean> {
  return response.context.read(`due ${step} ${way}`, () => {
    const last = lastAttempt(response, step);
    return Promise.resolve(!last || !isSettled(last));
  });
}

/**
 * Performs a step and records the result of each attempt. A failure is also recorded and does not
 * prevent the other steps.
 * @param way identifies an attempt within one run
 */
export async function recordStep(
  response: Recording,
  { step, way = "first" }: { step: ExposureStep; way?: string },
  work: () => Promise<Outcome>,
): Promise<ExposureEntry> {
  const { context, deps } = response;
  const attempt = await context.read(`attempt ${step} ${way}`, () =>
    Promise.resolve(attempts(response, step).length + 1),
  );
  const entry = await context.step(attemptStep(placeOf(deps), step, attempt), async () =>
    writeEntry(response, step, await orFailed(work)),
  );
  markStep(response, entry);
  return entry;
}

type Noting = Omit<Recording, "context"> & Using<"restore" | "read" | "recordValue" | "mark">;

/**
 * Records a report or a check. Because neither changes anything, the operator can go back and
 * record a different result.
 */
export async function noteStep(
  response: Noting,
  step: ExposureStep,
  outcome: Outcome,
): Promise<ExposureEntry> {
  const { context, deps } = response;
  const key = attemptStep(placeOf(deps), step, attempts(response, step).length + 1);
  const noted = await readNoted(context);
  const written = writeEntry(response, step, outcome);
  const before = noted.get(key.id)?.entry;
  const entry = before && isSame(before, written) ? before : written;
  noted.set(key.id, { key, entry });
  await context.recordValue(key, entry);
  markStep(response, entry);
  return entry;
}

interface Noted {
  readonly key: StepKey<ExposureEntry>;
  readonly entry: ExposureEntry;
}

/**
 * Deletes the notes of this run when the flow starts over, because the flow then reaches each note
 * again.
 */
export async function forgetNoted(context: Pick<FlowContext, "read" | "reset">): Promise<void> {
  for (const { key } of (await readNoted(context)).values()) await context.reset(key);
}

function readNoted({ read }: Pick<FlowContext, "read">): Promise<Map<string, Noted>> {
  return read("noted in this run", () => Promise.resolve(new Map<string, Noted>()));
}

/**
 * Returns whether two entries are equal except for their time. A repeated report keeps the time of
 * the first report.
 */
function isSame(before: ExposureEntry, now: ExposureEntry): boolean {
  return JSON.stringify({ ...before, at: "" }) === JSON.stringify({ ...now, at: "" });
}

function writeEntry(
  { deps, situation }: Pick<Noting, "situation"> & Using<never, "now">,
  step: ExposureStep,
  outcome: Outcome,
): ExposureEntry {
  const at = deps.now().toISOString();
  // The record is shared with others, so secrets in responses from a forge or a proxy are redacted.
  const evidence = outcome.evidence.map((line) => redact(line));
  const statement = redact(outcome.statement);
  return { step, at, by: situation.who, ...outcome, statement, evidence };
}

async function orFailed(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
    return { result: "failed", statement: error.message, evidence: [] };
  }
}

const states = {
  done: "done",
  reported: "reported",
  skipped: "skipped",
  partial: "attention",
  failed: "failed",
  unknown: "unknown",
} as const;

function markStep({ context }: Using<"mark">, { step, result, statement }: ExposureEntry): void {
  context.mark({ name: nameStep(step), state: states[result], summary: firstSentence(statement) });
}

/**
 * Returns only the first sentence, because a row does not have room for more. The record contains
 * the complete text.
 */
function firstSentence(statement: string): string {
  return statement.replace(/\.( .*)?$/s, "");
}

export function attempts({ context, deps }: Restoring, step: ExposureStep): ExposureEntry[] {
  return listAttempts(placeOf(deps), step, context.restore);
}

export function lastAttempt(response: Restoring, step: ExposureStep): ExposureEntry | undefined {
  return attempts(response, step).at(-1);
}
