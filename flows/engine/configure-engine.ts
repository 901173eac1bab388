import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import { neededSecrets } from "../../src/compiler/choice/needed-secrets.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import { askChoice } from "./ask-choice.ts";
import { beginAnswers, noteWriting } from "./begin-answers.ts";
import type { EngineDeps, SecretOutcome } from "./engine-deps.ts";
import { definitionRow, engineOutline, pipelineRow } from "./engine-outline.ts";
import { lacksOutputCredential } from "./find-variables.ts";
import { requireEditable } from "./require-editable.ts";
import { requireCompiled, type SoundDefinition } from "./require-compiled.ts";
import { choosePipeline, reviewChanges } from "./review-changes.ts";
import { storeSecrets } from "./store-secrets.ts";
import { writeChange, type Written } from "./write-change.ts";

export interface EngineOutcome {
  readonly choice: EngineChoice;
  readonly definition: Written;
  readonly pipeline: Written | "later";
  readonly secrets: readonly SecretOutcome[];
  readonly warnings: readonly Diagnostic[];
  /** Whether the pipeline lacks the credential that applies proposals, or whether that is unknown. */
  readonly lacksOutputCredential: boolean;
}

/**
 * Asks for the engine settings of a definition, writes the definition and its pipeline, and stores
 * the secrets. A rerun starts from the existing files.
 */
export async function configureEngine(
  context: FlowContext,
  deps: EngineDeps,
): Promise<EngineOutcome> {
  const { read } = context;
  context.outline(engineOutline());
  const before = await read("definition before", () => deps.readDefinition());
  const pipelineBefore = await read("pipeline before", () => deps.readPipeline());
  const base = before ?? deps.firstText();
  const compiled = await read("compiled before", () => deps.compile(base));
  const stood = requireCompiled(compiled, deps);
  const stoodSecrets = before === undefined ? [] : neededSecrets(stood.choice, deps.brand);
  const found = { definition: before, pipeline: pipelineBefore, secrets: stoodSecrets };
  await beginAnswers(context, deps, found);
  if (before !== undefined) await requireEditable(context, deps, before);
  const { text, sound } = await askChoice(context, deps, { base, stood });
  const files = { before, after: text, pipelineBefore, stood, sound };
  const wantsPipeline = await reviewFiles(context, deps, files);
  const written = await writeFiles(context, deps, { ...files, wantsPipeline });
  const { choice, name, warnings, appliesProposals } = sound;
  const secrets = await storeSecrets(context, deps, {
    agent: name,
    needed: neededSecrets(choice, deps.brand),
  });
  const lacksCredential = appliesProposals && (await lacksOutputCredential(context, deps));
  return { choice, ...written, secrets, warnings, lacksOutputCredential: lacksCredential };
}

interface Files {
  readonly before: string | undefined;
  readonly after: string;
  readonly pipelineBefore: string | undefined;
  readonly stood: SoundDefinition;
  readonly sound: SoundDefinition;
}

/** @returns whether to write the pipeline */
async function reviewFiles(
  context: FlowContext,
  deps: EngineDeps,
  { before, after, pipelineBefore, stood, sound }: Files,
): Promise<boolean> {
  const isCompiled = pipelineBefore !== undefined;
  const wantsPipeline = isCompiled || (await choosePipeline(context, deps)) === "now";
  const isSame = before === after && (!wantsPipeline || pipelineBefore === sound.text);
  if (isSame) return wantsPipeline;
  const compiledBefore = before === undefined ? "" : stood.text;
  await reviewChanges(context, deps, {
    choice: sound.choice,
    definition: { before: before ?? "", after },
    // If the pipeline is written, manual changes are overwritten, so these are shown, too.
    // Otherwise, only the changes caused by the answers are shown.
    pipeline: {
      before: wantsPipeline ? (pipelineBefore ?? "") : compiledBefore,
      after: sound.text,
    },
    isForeign: isCompiled && pipelineBefore !== stood.text,
    warnings: sound.warnings,
  });
  return wantsPipeline;
}

async function writeFiles(
  context: FlowContext,
  deps: EngineDeps,
  {
    before,
    after,
    pipelineBefore,
    sound,
    wantsPipeline,
  }: Files & { readonly wantsPipeline: boolean },
): Promise<Pick<EngineOutcome, "definition" | "pipeline">> {
  const { definitionFile, definitionName, pipelineFile, pipelineName } = deps;
  await noteWriting(context, deps, { definition: after, pipeline: sound.text });
  const definition = await writeChange(context, {
    file: definitionFile,
    name: definitionName,
    before,
    after,
    read: deps.readDefinition,
    save: deps.saveDefinition,
  });
  context.mark({ name: definitionRow, state: "done", summary: `${definitionName}, ${definition}` });
  if (!wantsPipeline) {
    context.mark({ name: pipelineRow, state: "skipped", summary: "left for later" });
    return { definition, pipeline: "later" };
  }
  const pipeline = await writeChange(context, {
    file: pipelineFile,
    name: pipelineName,
    before: pipelineBefore,
    after: sound.text,
    read: deps.readPipeline,
    save: deps.savePipeline,
  });
  context.mark({ name: pipelineRow, state: "done", summary: `${pipelineName}, ${pipeline}` });
  return { definition, pipeline };
}
