import * as v from "valibot";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ConfirmQuestion, Mark } from "../../src/prompts/prompter.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import type { Deed, Word } from "../../src/plane/remove/outcome.ts";
import type { Inventory } from "../../src/plane/remove/inventory.ts";
import { doneKey, stepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator, retryOrSkip } from "../shared/retry-with-operator.ts";
import type { RemoveDeps } from "./remove-deps.ts";

/** The state of one removal, passed from step to step. */
export interface Removal {
  readonly context: FlowContext;
  readonly deps: RemoveDeps;
  readonly before: Inventory;
  /** Decisions made in this run so far. */
  readonly deeds: Deed[];
}

export interface AskedStep {
  readonly question: ConfirmQuestion;
  /** The row of the progress log. */
  readonly row: string;
  /** Items to remove, as returned by `listItems`. */
  readonly items: readonly string[];
  readonly doing: string;
  readonly done: string;
  readonly work: () => Promise<void>;
}

/**
 * Asks whether to remove items, and removes them. Each item is removed at most once per run. Items
 * that the operator declines are reported, and the next run finds them again.
 */
export async function askAndRemove(removal: Removal, step: AskedStep): Promise<boolean> {
  const { context } = removal;
  const { question, row, items, doing, done, work } = step;
  const isWanted = await context.ask.confirm(question);
  if (!isWanted || !(await doOrLeave(removal, { id: question.id, title: doing }, work))) {
    noteDeeds(removal, items, { way: "later" });
    context.mark({ name: row, state: "skipped", summary: "left for later" });
    return false;
  }
  noteDeeds(removal, items, { way: "done" });
  context.mark({ name: row, state: "done", summary: done });
  return true;
}

interface Doing {
  readonly id: string;
  readonly title: string;
}

type Work = (signal: AbortSignal) => Promise<void>;

/** Performs an action that must succeed before the removal can continue. */
export async function doOnce(
  removal: Pick<Removal, "context" | "deps">,
  doing: Doing,
  work: Work,
): Promise<void> {
  const id = `${doing.id}-failed`;
  await retryWithOperator(removal.context, { id }, () => performOnce(removal, doing, work));
}

/**
 * Performs an action. If it fails, the operator can retry or skip it.
 * @returns whether the action was performed
 */
async function doOrLeave(
  removal: Pick<Removal, "context" | "deps">,
  doing: Doing,
  work: Work,
): Promise<boolean> {
  const id = `${doing.id}-failed`;
  const instead = {
    value: "leave",
    label: "Skip it and continue",
    hint: "the summary lists it as not removed",
  } as const;
  const isDone = await retryOrSkip(removal.context, { id, instead }, () =>
    performOnce(removal, doing, work),
  );
  return isDone === true;
}

/**
 * Performs an action as a step, so Back cannot undo it. The step key includes the start time,
 * because each run checks again what exists.
 */
async function performOnce(
  { context, deps }: Pick<Removal, "context" | "deps">,
  { id, title }: Doing,
  work: Work,
): Promise<true> {
  const started = await context.read("removal started", () =>
    Promise.resolve(deps.now().toISOString()),
  );
  const key = doneKey(`${journalLocation(deps)} removal ${started} ${id}`);
  return context.step(key, async () => {
    const wait = { id: `${id}-doing`, title, mustEnd: true } as const;
    await context.ask.progress(wait, (_, signal) => work(signal));
    return true as const;
  });
}

export function noteDeeds(
  { deeds }: Pick<Removal, "deeds">,
  items: readonly string[],
  deed: Omit<Deed, "id">,
): void {
  deeds.push(...items.map((id) => ({ id, ...deed })));
}

/** Returns whether the item was left for later in this run. */
export function isLater({ deeds }: Pick<Removal, "deeds">, item: string): boolean {
  return deeds.some(({ id, way }) => id === item && way === "later");
}

/** Returns the operator's name and the time, for items whose deletion the operator reports. */
export function giveWord({ context, deps }: Pick<Removal, "context" | "deps">): Promise<Word> {
  return context.read("word", async () => ({
    by: await deps.operator(),
    at: deps.now().toISOString(),
  }));
}

/** Returns the key of the step that stores a report, so that the next run does not ask again. */
export function wordStep(location: ControlLocation, item: string) {
  const word = v.object({ by: v.string(), at: v.string() });
  return stepKey<Word>(`${journalLocation(location)} removal word ${item}`, word);
}

export interface ReportedDeleted {
  readonly item: string;
  /** Item name for the report, if `item` would be ambiguous there. */
  readonly reported?: string;
  readonly row: Omit<Mark, "state" | "summary">;
}

/** Records that the operator reported the item as deleted. */
export async function noteGone(removal: Removal, { item, reported = item, row }: ReportedDeleted) {
  const { context, deps } = removal;
  const key = wordStep(deps, reported);
  const word = context.restore(key) ?? (await giveWord(removal));
  await context.recordValue(key, word);
  noteDeeds(removal, [item], { way: "reported", word });
  context.mark({ ...row, state: "reported", summary: `reported as deleted by ${word.by}` });
}
