import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import type { EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import type { TextPair } from "../shared/changed-lines.ts";
import { requireConfirmation } from "../shared/require-confirmation.ts";
import type { EngineDeps } from "./engine-deps.ts";
import {
  describeAuthentication,
  describeEngine,
  describeNetwork,
  describeWarning,
} from "./describe-choice.ts";
import { countChanges, showChanges } from "./show-changes.ts";

export interface Changes {
  readonly choice: EngineChoice;
  readonly definition: TextPair;
  /**
   * The pipeline before and after the change. If the pipeline is not written now, both texts are
   * compiled, one from the old and one from the new definition.
   */
  readonly pipeline: TextPair;
  /**
   * Whether the existing pipeline differs from the compiled definition, because it was edited or
   * compiled by another version.
   */
  readonly isForeign: boolean;
  readonly warnings: readonly Diagnostic[];
}

type Asking = Pick<FlowContext, "ask" | "discardAnswer">;
type Deps = Pick<EngineDeps, "brand" | "definitionName" | "pipelineName">;

/**
 * Shows the changes and asks for confirmation before anything is written.
 * @throws Cancelled if the operator declines
 */
export function reviewChanges(context: Asking, deps: Deps, changes: Changes): Promise<void> {
  return requireConfirmation(context, {
    question: {
      id: "engine-save",
      title: askToWrite(changes.definition),
      facts: summarizeChanges(changes, deps),
      options: [
        {
          value: "show",
          label: "Show the changes",
          hint: "shows the definition and steps, then returns",
        },
        { value: "write", label: "Yes, write it", hint: "writes all listed files, or none" },
        { value: "stop", label: "No, stop here", hint: "nothing was written" },
      ],
    },
    yes: "write",
    shown: { id: "engine-changes", title: "Changes", body: changeLines(changes, deps) },
    declined: `${deps.definitionName} was not written. Nothing was changed.`,
  });
}

function askToWrite({ before, after }: TextPair): string {
  if (before === after) return "Write the pipeline?";
  return before === "" ? "Write this definition?" : "Change the definition?";
}

function changeLines(changes: Changes, { definitionName, pipelineName }: Deps): readonly string[] {
  const { lines, steps } = showChanges(changes);
  return [
    definitionName,
    ...(lines.length === 0 ? ["No changes."] : lines),
    "",
    `Steps of ${pipelineName}`,
    ...(steps.length === 0 ? ["No changes."] : steps),
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
    { name: "Changes", text: `${lines} in ${definitionName}, ${steps} of its pipeline` },
    ...(isForeign
      ? [
          {
            name: "Pipeline",
            text: `${pipelineName} differs from its definition and will be overwritten`,
          },
        ]
      : []),
    ...warnings.map((warning) => ({ name: "Warning", text: describeWarning(warning) })),
  ];
}

/**
 * Asks whether to compile a pipeline that does not exist yet. An existing pipeline is always kept
 * up to date.
 */
export async function choosePipeline(
  { ask }: Pick<FlowContext, "ask">,
  { pipelineName }: Pick<EngineDeps, "pipelineName">,
): Promise<"now" | "later"> {
  return ask.choose<"now" | "later">({
    id: "pipeline",
    name: "Pipeline",
    title: "Also compile the pipeline?",
    options: [
      { value: "now", label: "Yes", hint: `writes ${pipelineName}` },
      { value: "later", label: "Later", hint: "the command is printed at the end" },
    ],
    initial: "now",
  });
}
