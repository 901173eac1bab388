import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { howToGoOn } from "../../src/prompts/prompter.ts";
import { readChoice, type EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import { count } from "../../src/shared/count.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { CompiledText, EngineDeps } from "./engine-deps.ts";

/** A definition in which nothing is wrong. */
export interface SoundDefinition {
  /** What the agent is called. */
  readonly name: string;
  readonly choice: EngineChoice;
  /** Its pipeline. */
  readonly text: string;
  readonly warnings: readonly Diagnostic[];
}

/** @throws InvalidInput with what is wrong in a definition that somebody has written */
export function requireCompiled(
  { definition, text, errors, warnings }: CompiledText,
  { definitionName, compileCommand }: Pick<EngineDeps, "definitionName" | "compileCommand">,
): SoundDefinition {
  if (definition && text !== undefined) {
    return { name: definition.name, choice: readChoice(definition), text, warnings };
  }
  const [first] = errors;
  const place = first
    ? `${first.line}:${first.column} ${describeError(first)}`
    : "nothing can be read";
  const more = errors.length > 1 ? ` It has ${count(errors.length, "error")}.` : "";
  throw new InvalidInput(`${definitionName}:${place}.${more}`, [
    { say: "See all that is wrong with it", command: compileCommand },
  ]);
}

/**
 * What was answered may not go with the rest of the definition: a step of the author's may name what only the compiler may.
 * @returns whether the answers are to be given again
 */
export async function refuseErrors(
  { ask, discardAnswer }: Pick<FlowContext, "ask" | "discardAnswer">,
  { errors }: CompiledText,
): Promise<boolean> {
  const [first] = errors;
  if (!first) return false;
  const message = `With that the definition would be wrong. ${errors.map(describeError).join(". ")}.`;
  const hints = errors.flatMap(({ hint }) => (hint === undefined ? [] : [{ say: hint }]));
  const way = await ask.failure<"change" | "stop">({
    id: "engine-wrong",
    title: howToGoOn,
    error: { message, hints, state: "attention" },
    options: [
      { value: "change", label: "Change the answers", hint: "from the first one on" },
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
