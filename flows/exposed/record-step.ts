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
export type Restoring = Using<"restore", "profile" | "repository">;
export type Recording = Restoring &
  Using<"read" | "step" | "recordValue" | "mark", "now"> & {
    readonly situation: Pick<Situation, "who">;
  };

export interface Outcome extends Pick<ExposureEntry, "said" | "evidence" | "switches" | "search"> {
  readonly result: Exclude<ExposureResult, "unknown">;
}

/**
 * Whether a step is to be done in this run: not when an earlier run brought it to an end. Decided once a run, so
 * that Back finds the same questions.
 * @param way tells rounds of one run apart
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
  const entry = await context.step(attemptStep(placeOf(deps), step, attempt), async () =>
    writeEntry(response, step, await orFailed(work)),
  );
  markStep(response, entry);
  return entry;
}

type Noting = Omit<Recording, "context"> & Using<"restore" | "read" | "recordValue" | "mark">;

/**
 * Writes down what was said, or only looked at. Nothing was made of it: Back passes it, and the flow notes it anew on
 * its way, or something else instead.
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

/** Takes back what this run noted, as the flow starts: it comes to each of them again. */
export async function forgetNoted(context: Pick<FlowContext, "read" | "reset">): Promise<void> {
  for (const { key } of (await readNoted(context)).values()) await context.reset(key);
}

function readNoted({ read }: Pick<FlowContext, "read">): Promise<Map<string, Noted>> {
  return read("noted in this run", () => Promise.resolve(new Map<string, Noted>()));
}

/** The time of a word is that of when it was given first. */
function isSame(before: ExposureEntry, now: ExposureEntry): boolean {
  return JSON.stringify({ ...before, at: "" }) === JSON.stringify({ ...now, at: "" });
}

function writeEntry(
  { deps, situation }: Pick<Noting, "situation"> & Using<never, "now">,
  step: ExposureStep,
  outcome: Outcome,
): ExposureEntry {
  const at = deps.now().toISOString();
  // The record leaves the house: whatever a forge or a proxy put into its words has to be clean.
  const evidence = outcome.evidence.map((line) => redact(line));
  const said = redact(outcome.said);
  return { step, at, by: situation.who, ...outcome, said, evidence };
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
  context.mark({ name: nameStep(step), state: states[result], summary: firstSentence(said) });
}

/** A row has room for what is so; the record says the rest. */
function firstSentence(said: string): string {
  return said.replace(/\.( .*)?$/s, "");
}

export function attempts({ context, deps }: Restoring, step: ExposureStep): ExposureEntry[] {
  return listAttempts(placeOf(deps), step, context.restore);
}

export function lastAttempt(response: Restoring, step: ExposureStep): ExposureEntry | undefined {
  return attempts(response, step).at(-1);
}
