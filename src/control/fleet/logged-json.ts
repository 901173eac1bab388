/**
 * A text of others' for a run's log, in which no line begins a command of the runner's, wherever it is broken.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/:(?=:)/g, ": ").replaceAll("##[", "## [");
}

/** A document for a run's log, of the same meaning: its lines begin with a quote, but the older mark counts anywhere. */
export function toLoggedJson(document: object): string {
  return `${JSON.stringify(document, null, 2).replaceAll("##[", "##\\u005b")}\n`;
}
