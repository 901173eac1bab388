import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { begunStep, hashOf, type Begun } from "../../src/compiler/choice/definition-steps.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask" | "recordValue" | "read" | "restore" | "discardAnswer">;
type Deps = Pick<EngineDeps, "definitionFile" | "definitionName" | "pipelineName">;

/** Existing files and secrets at the start of a run. */
export interface Found {
  readonly definition: string | undefined;
  readonly pipeline: string | undefined;
  /** Secrets that the existing definition uses. */
  readonly secrets: readonly NeededSecret[];
}

/**
 * Restores the answers of an earlier run if the files are still the same. A confirmation to write
 * is valid only in the run in which it was given.
 */
export async function beginAnswers(context: Asking, deps: Deps, found: Found): Promise<void> {
  const { ask, recordValue, read, restore, discardAnswer } = context;
  await read("begun", async () => {
    const key = begunStep(deps.definitionFile);
    const now = begunOn(found);
    const last = restore(key);
    const changed = nameChanged(last, { now, deps });
    if (changed === undefined) await discardAnswer("engine-save");
    else await discardAnswer();
    if (last && last.definition.length > 0 && changed !== undefined) {
      await ask.note({
        id: "engine-begun",
        title: `${changed} has changed; all questions are asked again`,
      });
    }
    const isOpen = last !== undefined && changed === undefined;
    const settled = last ? keepSettled(last, { now, isOpen }) : now.settled;
    await recordValue(key, { ...(isOpen ? last : now), settled });
    return true;
  });
}

function begunOn({ definition, pipeline, secrets }: Found): Begun {
  return {
    definition: [hashFile(definition)],
    pipeline: [hashFile(pipeline)],
    settled: secrets.map(hashSecret),
  };
}

/**
 * Returns the name of the first file whose content differs from both the recorded and the planned
 * content; undefined if there is none. Returns the definition's name if nothing is recorded.
 */
function nameChanged(
  last: Begun | undefined,
  { now, deps }: { readonly now: Begun; readonly deps: Deps },
): string | undefined {
  if (!last || !isAmong(now.definition, last.definition)) return deps.definitionName;
  return isAmong(now.pipeline, last.pipeline) ? undefined : deps.pipelineName;
}

function isAmong(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

/**
 * Returns the secrets that do not have to be stored again. An interrupted run may have changed a
 * secret's purpose without storing a new value, so the existing value may be for the earlier
 * purpose.
 */
function keepSettled(
  { settled }: Begun,
  { now, isOpen }: { readonly now: Begun; readonly isOpen: boolean },
): string[] {
  return isOpen ? settled : settled.filter((one) => now.settled.includes(one));
}

type Noting = Pick<FlowContext, "recordValue" | "restore">;

/**
 * Records the planned content of the files. If a run is interrupted while it writes, the next run
 * accepts both the old and the planned content.
 */
export async function noteWriting(
  { recordValue, restore }: Noting,
  { definitionFile }: Pick<Deps, "definitionFile">,
  texts: { readonly definition: string; readonly pipeline: string },
): Promise<void> {
  const key = begunStep(definitionFile);
  const begun = restore(key);
  if (!begun) return;
  const { definition, pipeline } = begun;
  await recordValue(key, {
    ...begun,
    definition: [...definition.slice(0, 1), hashFile(texts.definition)],
    pipeline: [...pipeline.slice(0, 1), hashFile(texts.pipeline)],
  });
}

/** Returns whether the stored value is known to be for this purpose. */
export function isSettled(
  { restore }: Pick<FlowContext, "restore">,
  { definitionFile }: Pick<Deps, "definitionFile">,
  secret: NeededSecret,
): boolean {
  return restore(begunStep(definitionFile))?.settled.includes(hashSecret(secret)) ?? false;
}

/** Records that the secret was stored, or that the operator keeps the existing value. */
export async function completeSecret(
  { recordValue, restore }: Noting,
  { definitionFile }: Pick<Deps, "definitionFile">,
  secret: NeededSecret,
): Promise<void> {
  const key = begunStep(definitionFile);
  const begun = restore(key);
  const hash = hashSecret(secret);
  if (!begun || begun.settled.includes(hash)) return;
  await recordValue(key, { ...begun, settled: [...begun.settled, hash] });
}

function hashFile(text: string | undefined): string {
  return text === undefined ? "none" : hashOf(text);
}

function hashSecret({ name, content, purpose }: NeededSecret): string {
  return hashOf(JSON.stringify([name.toUpperCase(), content, purpose]));
}
