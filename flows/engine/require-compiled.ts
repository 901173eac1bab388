import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { howToContinue } from "../../src/prompts/prompter.ts";
import { readChoice, type EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import { count } from "../../src/shared/count.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { CompiledText, EngineDeps } from "./engine-deps.ts";

export interface SoundDefinition {
  /** Name of the agent. */
  readonly name: string;
  readonly choice: EngineChoice;
  /** Text of the definition's pipeline. */
  readonly text: string;
  readonly warnings: readonly Diagnostic[];
  /** Whether the pipeline can apply proposals, which requires a credential of its own. */
  readonly appliesProposals: boolean;
}

/** @throws InvalidInput with the errors of an existing definition */
export function requireCompiled(
  { definition, text, errors, warnings }: CompiledText,
  { definitionName, compileCommand }: Pick<EngineDeps, "definitionName" | "compileCommand">,
): SoundDefinition {
  if (definition && text !== undefined) {
    const { name, safeOutputs } = definition;
    const appliesProposals = safeOutputs.length > 0;
    return { name, choice: readChoice(definition), text, warnings, appliesProposals };
  }
  const [first] = errors;
  const location = first
    ? `${first.line}:${first.column} ${describeError(first)}`
    : "1:1 the definition cannot be read";
  const more = errors.length > 1 ? ` ${count(errors.length, "error")} in total.` : "";
  throw new InvalidInput(`${definitionName}:${location}.${more}`, [
    { text: "Show all errors", command: compileCommand },
  ]);
}

/**
 * Handles answers that conflict with the rest of the definition. For example, the answers can
 * reserve a name that a step already uses.
 * @returns whether the questions are asked again
 */
export async function refuseErrors(
  { ask, discardAnswer }: Pick<FlowContext, "ask" | "discardAnswer">,
  { errors }: CompiledText,
): Promise<boolean> {
  const [first] = errors;
  if (!first) return false;
  const message = `With these answers, the definition is invalid. ${errors.map(describeError).join(". ")}.`;
  const hints = errors.flatMap(({ hint }) => (hint === undefined ? [] : [{ text: hint }]));
  const way = await ask.failure<"change" | "stop">({
    id: "engine-wrong",
    title: howToContinue,
    error: { message, hints, state: "attention" },
    options: [
      {
        value: "change",
        label: "Change the answers",
        hint: "you start again at the first question",
      },
      { value: "stop", label: "Stop here", hint: "nothing was written" },
    ],
  });
  if (way === "stop") throw new InvalidInput(message, hints);
  await discardAnswer("engine-version", "engine-model");
  return true;
}

function describeError({ path, message }: Diagnostic): string {
  return path === "" ? message : `${path}: ${message}`;
}
