import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { begunStep, hashOf, type Begun } from "../../src/compiler/choice/definition-steps.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask" | "recordValue" | "read" | "restore" | "discardAnswer">;
type Deps = Pick<EngineDeps, "definitionFile" | "definitionName" | "pipelineName">;

/** What stands there when a run begins. */
export interface Found {
  readonly definition: string | undefined;
  readonly pipeline: string | undefined;
  /** What the definition reads as it stands. */
  readonly secrets: readonly NeededSecret[];
}

/**
 * Takes up the answers of an earlier run, where they are about what stands there now: they are to be written over it. A yes
 * to writing is of the run that it was given in.
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
        title: `${changed} has changed: everything is asked anew`,
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

/** The file that is neither as it was found nor as it was to be written; the definition where that is not known. */
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
 * An earlier run that was not ended may have written what a secret is for and have stored none: what stands there now tells
 * of no value that it is for the same as before.
 */
function keepSettled(
  { settled }: Begun,
  { now, isOpen }: { readonly now: Begun; readonly isOpen: boolean },
): string[] {
  return isOpen ? settled : settled.filter((one) => now.settled.includes(one));
}

type Noting = Pick<FlowContext, "recordValue" | "restore">;

/** Notes how the files are to be from now on: a run that is stopped while it writes goes on from either. */
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

/** Whether a value that is there is for this. */
export function isSettled(
  { restore }: Pick<FlowContext, "restore">,
  { definitionFile }: Pick<Deps, "definitionFile">,
  secret: NeededSecret,
): boolean {
  return restore(begunStep(definitionFile))?.settled.includes(hashSecret(secret)) ?? false;
}

/** Notes that somebody has stored it, or has said that what is there is for this. */
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

function hashSecret({ name, holds, purpose }: NeededSecret): string {
  return hashOf(JSON.stringify([name.toUpperCase(), holds, purpose]));
}
