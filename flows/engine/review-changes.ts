import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import type { EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import type { EngineDeps } from "./engine-deps.ts";
import {
  describeAuthentication,
  describeEngine,
  describeNetwork,
  describeWarning,
} from "./describe-choice.ts";
import { countChanges, showChanges, type TextPair } from "./show-changes.ts";

/** What is to be written, beside what stands there. */
export interface Changes {
  readonly choice: EngineChoice;
  readonly definition: TextPair;
  /** What the definition's text compiles to, whatever stands beside it. */
  readonly pipeline: TextPair;
  /** Whether somebody has changed the pipeline since it was compiled, or another version made it. */
  readonly isForeign: boolean;
  readonly warnings: readonly Diagnostic[];
}

type Asking = Pick<FlowContext, "ask" | "discardAnswer">;
type Deps = Pick<EngineDeps, "brand" | "definitionName" | "pipelineName">;

/** Shows what changes, and lets nothing be written without a yes. @throws Cancelled where it is a no */
export async function reviewChanges(context: Asking, deps: Deps, changes: Changes): Promise<void> {
  for (;;) {
    const way = await context.ask.choose<"show" | "write" | "stop">({
      id: "engine-save",
      title: askToWrite(changes.definition),
      facts: summarizeChanges(changes, deps),
      options: [
        { value: "show", label: "Show the changes", hint: "definition and steps; comes back here" },
        { value: "write", label: "Yes, write it", hint: "whole, or not at all" },
        { value: "stop", label: "No, stop here", hint: "nothing was written" },
      ],
      // Enter that is held down shows the changes again and again, and writes nothing.
      initial: "show",
    });
    if (way === "write") return;
    if (way === "stop") {
      await context.discardAnswer("engine-save");
      throw new Cancelled(`${deps.definitionName} was not written. Nothing was changed.`);
    }
    await context.ask.disclose({
      id: "engine-changes",
      title: "What changes",
      body: changeLines(changes, deps),
      proceed: "Go back to the question",
    });
    // What another run has shown is not seen in this one.
    await context.discardAnswer("engine-save");
  }
}

function askToWrite({ before, after }: TextPair): string {
  if (before === after) return "Write its pipeline?";
  return before === "" ? "Write this definition?" : "Change the definition?";
}

function changeLines(changes: Changes, { definitionName, pipelineName }: Deps): readonly string[] {
  const { lines, steps } = showChanges(changes);
  return [
    definitionName,
    ...(lines.length === 0 ? ["It stays as it is."] : lines),
    "",
    `Steps of ${pipelineName}`,
    ...(steps.length === 0 ? ["They stay as they are."] : steps),
  ];
}

function summarizeChanges(
  changes: Changes,
  { brand, definitionName, pipelineName }: Deps,
): readonly Fact[] {
  const { choice, definition, pipeline, isForeign, warnings } = changes;
  const { lines, steps } = countChanges(definition, pipeline);
  return [
    { name: "Engine", text: describeEngine(choice) },
    { name: "Authentication", text: describeAuthentication(choice, brand) },
    { name: "Network", text: describeNetwork(choice) },
    { name: "Changes", text: `${lines} of ${definitionName}, ${steps} of its pipeline` },
    ...(isForeign
      ? [{ name: "Pipeline", text: `${pipelineName} is not as the definition made it: that goes` }]
      : []),
    ...warnings.map((warning) => ({ name: "Warning", text: describeWarning(warning) })),
  ];
}

/** Whether a pipeline that does not stand yet is compiled, too. One that stands is never left behind its definition. */
export async function choosePipeline(
  { ask }: Pick<FlowContext, "ask">,
  { pipelineName }: Pick<EngineDeps, "pipelineName">,
): Promise<"now" | "later"> {
  return ask.choose<"now" | "later">({
    id: "pipeline",
    name: "Pipeline",
    title: "Compile its pipeline, too?",
    options: [
      { value: "now", label: "Yes", hint: `writes ${pipelineName}` },
      { value: "later", label: "Later", hint: `${ownCommandLine("compile")} does it` },
    ],
    initial: "now",
  });
}
