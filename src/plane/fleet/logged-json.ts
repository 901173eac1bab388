import { olderCommands } from "../../shared/print-text.ts";

/**
 * A document for a run's log, of the same meaning, in which no line begins a command of the runner's: lines of JSON begin with a
 * quote or a brace, but the older marks count anywhere.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function toLoggedJson(document: object): string {
  return `${JSON.stringify(document, null, 2).replaceAll(olderCommands, "#\\u0023")}\n`;
}
