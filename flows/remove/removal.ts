import * as v from "valibot";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ConfirmQuestion, Mark } from "../../src/prompts/prompter.ts";
import { journalPlace } from "../../src/plane/repository/journal-place.ts";
import type { Deed, Word } from "../../src/plane/remove/outcome.ts";
import type { Inventory } from "../../src/plane/remove/inventory.ts";
import { doneKey, stepKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { retryWithOperator, retryOrSkip } from "../shared/retry-with-operator.ts";
import type { RemoveDeps } from "./remove-deps.ts";

/** One removal: handed from step to step. */
export interface Removal {
  readonly context: FlowContext;
  readonly deps: RemoveDeps;
  readonly before: Inventory;
  /** What this run decided so far. */
  readonly deeds: Deed[];
}

export interface AskedStep {
  readonly question: ConfirmQuestion;
  /** The row of the list of what is done. */
  readonly row: string;
  /** Of what goes; see `listItems`. */
  readonly items: readonly string[];
  readonly doing: string;
  readonly done: string;
  readonly work: () => Promise<void>;
}

/**
 * Asks whether something is to go, and takes it away once a run. What somebody leaves is said, and found again by the
 * next run.
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

/** Does something that nothing may go on without. */
export async function doOnce(
  removal: Pick<Removal, "context" | "deps">,
  doing: Doing,
  work: Work,
): Promise<void> {
  const id = `${doing.id}-failed`;
  await retryWithOperator(removal.context, { id }, () => performOnce(removal, doing, work));
}

/** Does something, unless the forge refuses it and somebody rather leaves it. @returns whether it was done */
async function doOrLeave(
  removal: Pick<Removal, "context" | "deps">,
  doing: Doing,
  work: Work,
): Promise<boolean> {
  const id = `${doing.id}-failed`;
  const instead = {
    value: "leave",
    label: "Leave it, and go on",
    hint: "it is named among what stays",
  } as const;
  const isDone = await retryOrSkip(removal.context, { id, instead }, () =>
    performOnce(removal, doing, work),
  );
  return isDone === true;
}

/** Back does not cross it. Another run looks anew what there is: this one's steps are no news to it. */
async function performOnce(
  { context, deps }: Pick<Removal, "context" | "deps">,
  { id, title }: Doing,
  work: Work,
): Promise<true> {
  const started = await context.read("removal started", () =>
    Promise.resolve(deps.now().toISOString()),
  );
  const key = doneKey(`${journalPlace(deps)} removal ${started} ${id}`);
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

/** Whether it was left for later in this run. */
export function isLater({ deeds }: Pick<Removal, "deeds">, item: string): boolean {
  return deeds.some(({ id, way }) => id === item && way === "later");
}

/** What somebody says of what cannot be seen, with name and time. */
export function giveWord({ context, deps }: Pick<Removal, "context" | "deps">): Promise<Word> {
  return context.read("word", async () => ({
    by: await deps.operator(),
    at: deps.now().toISOString(),
  }));
}

/** Kept for the next run, which does not ask for the same word again. */
export function wordStep(place: ControlPlace, item: string) {
  const word = v.object({ by: v.string(), at: v.string() });
  return stepKey<Word>(`${journalPlace(place)} removal word ${item}`, word);
}

interface ToldGone {
  readonly item: string;
  /** What the word is on, where the item's id is no name of one thing alone. */
  readonly told?: string;
  readonly row: Omit<Mark, "state" | "summary">;
}

/** Records that somebody says it is gone. */
export async function noteGone(removal: Removal, { item, told = item, row }: ToldGone) {
  const { context, deps } = removal;
  const key = wordStep(deps, told);
  const word = context.restore(key) ?? (await giveWord(removal));
  await context.recordValue(key, word);
  noteDeeds(removal, [item], { way: "told gone", word });
  context.mark({ ...row, state: "told", summary: `gone, by ${word.by}'s word` });
}
