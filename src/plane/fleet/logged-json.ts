import { olderCommands } from "../../shared/print-text.ts";

/**
 * Formats a document for a run's log so that no line contains a workflow command. Lines of JSON
 * begin with a quotation mark or a brace, but the runner recognizes the older command syntax
 * anywhere in a line. The JSON value stays the same.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function toLoggedJson(document: object): string {
  return `${JSON.stringify(document, null, 2).replaceAll(olderCommands, "#\\u0023")}\n`;
}
