import { ownCommandLine } from "../../shared/own-command.ts";

/** Returns the command that suggests rules for the denied requests of a log. */
export function suggestCommand(folder: string): string {
  // gatehouse finds its own log directories by the last part of their name.
  const id = /^\/tmp\/proxy-logs-\d{8}-\d{6}-([0-9A-Za-z]{6})$/.exec(folder)?.[1];
  const which = id === undefined ? ["--logs-dir", folder] : [id];
  return ownCommandLine("firewall", "logs", "suggest", ...which);
}
