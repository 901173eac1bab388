import type { YamlMap } from "../../yaml/yaml-node.ts";
import { fieldAt, listTexts, textOf } from "./yaml-tree.ts";

/** Actions that start another run. */
const actions = /dispatch|trigger-workflow/i;
const handedOver = /^(?:(?:workflow[-_])?inputs|client[-_]payload)$/i;
const calls = /\bdispatches\b|createWorkflowDispatch|createDispatchEvent|repository_dispatch/i;

/** Returns whether a step starts another run with the CLI, the API, or an action. */
export function isDispatching(step: YamlMap): boolean {
  const uses = textOf(fieldAt(step, ["uses"])?.value);
  if (uses !== undefined && actions.test(uses)) return true;
  const given = fieldAt(step, ["with"])?.value;
  if (given?.kind === "map" && given.fields.some(({ key }) => handedOver.test(key.text)))
    return true;
  return step.fields
    .filter(({ key }) => ["run", "with", "env"].includes(key.text))
    .flatMap(({ value }) => listTexts(value))
    .some(({ text }) => calls.test(text) || runsWorkflow(text));
}

/**
 * Returns whether a script calls `gh workflow run`, with options in any position. Text that only
 * mentions a workflow run does not count.
 */
function runsWorkflow(script: string): boolean {
  const commands = script.replaceAll("\\\n", " ").split(/[\n;&|]/);
  return commands.some((command) => {
    const at = command.search(/\bworkflow\s+run\b/);
    return at !== -1 && /\b(?:gh|forge)\b|\$/.test(command.slice(0, at));
  });
}
