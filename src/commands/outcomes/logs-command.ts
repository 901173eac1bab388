import { ownCommandLine } from "../../shared/own-command.ts";

interface LogView {
  readonly view?: "suggest";
  /** Rules file of the run, to which suggested rules can be added. */
  readonly config?: string | undefined;
}

/** Returns the command that shows a log, or suggests rules for its denied requests. */
export function logsCommand(folder: string, { view, config }: LogView = {}): string {
  // gatehouse finds its own log directories by the last part of their name.
  const id = /^\/tmp\/proxy-logs-\d{8}-\d{6}-([0-9A-Za-z]{6})$/.exec(folder)?.[1];
  const which = id === undefined ? ["--logs-dir", folder] : [id];
  const file = config === undefined ? [] : ["--config", config];
  return ownCommandLine("firewall", "logs", ...(view ? [view] : []), ...which, ...file);
}
