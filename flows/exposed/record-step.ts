import type { FlowContext } from "../../src/asking/flow-context.ts";
import { nameStep } from "../../src/control/exposure/exposure.ts";
import type {
  ExposureEntry,
  ExposureResult,
  ExposureStep,
  Incident,
} from "../../src/control/exposure/exposure.ts";
import { attemptStep } from "../../src/control/exposure/journal-steps.ts";
import { isSettled, listAttempts } from "../../src/control/exposure/read-record.ts";
import type { Situation } from "../../src/control/exposure/situation.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";
import { redact } from "../../src/shared/redact.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";
import type { IncidentScope } from "./open-incident.ts";

/** One incident and what it takes to respond to it: handed from step to step. */
export interface IncidentResponse {
  readonly context: FlowContext;
  readonly deps: ExposedDeps;
  readonly situation: Situation;
  readonly incident: Incident;
  readonly scope: IncidentScope;
}

/** What a step uses of a response: these members of its context and of its deps. */
export interface Using<C extends keyof FlowContext, D extends keyof ExposedDeps = never> {
  readonly context: Pick<FlowContext, C>;
  readonly deps: Pick<ExposedDeps, D>;
}

/** What it takes to look up attempts, and to write one down. */
export type Recalling = Using<"recall", "profile" | "repository">;
export type Recording = Recalling &
  Using<"read" | "step" | "mark", "now"> & { readonly situation: Pick<Situation, "who"> };

export interface Outcome extends Pick<ExposureEntry, "said" | "evidence" | "switches" | "search"> {
  readonly result: Exclude<ExposureResult, "unknown">;
}

/**
 * Whether a step is to be done in this run: not when an earlier run brought it to an end. Decided once a run, so
 * that Back finds the same questions.
 * @param way tells rounds of one run apart
 */
export function isDue(
  response: Recalling & Using<"read">,
  step: ExposureStep,
  way = "first",
): Promise<boolean> {
  return response.context.read(`due ${step} ${way}`, () => {
    const last = lastAttempt(response, step);
    return Promise.resolve(!last || !isSettled(last));
  });
}

/**
 * Does a step and writes down how it ended, each attempt by itself. What fails is written down, too, and keeps
 * nothing else from being tried.
 * @param way tells attempts of one run apart
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
  const entry = await context.step(attemptStep(placeOf(deps), step, attempt), async () => {
    const outcome = await orFailed(work);
    const at = deps.now().toISOString();
    // The record leaves the house: whatever a forge or a proxy put into its words has to be clean.
    const evidence = outcome.evidence.map((line) => redact(line));
    const said = redact(outcome.said);
    const by = response.situation.who;
    return { step, at, by, ...outcome, said, evidence } satisfies ExposureEntry;
  });
  markStep(response, entry);
  return entry;
}

async function orFailed(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
    return { result: "failed", said: error.message, evidence: [] };
  }
}

const states = {
  done: "done",
  told: "told",
  skipped: "skipped",
  partial: "attention",
  failed: "failed",
  unknown: "unknown",
} as const;

function markStep({ context }: Using<"mark">, { step, result, said }: ExposureEntry): void {
  context.mark({ name: nameStep(step), state: states[result], summary: said });
}

export function attempts({ context, deps }: Recalling, step: ExposureStep): ExposureEntry[] {
  return listAttempts(placeOf(deps), step, context.recall);
}

export function lastAttempt(response: Recalling, step: ExposureStep): ExposureEntry | undefined {
  return attempts(response, step).at(-1);
}
