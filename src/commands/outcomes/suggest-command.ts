import { ownCommandLine } from "../../shared/own-command.ts";

/** The command that tells which rules would have allowed what a log's run was denied. */
export function suggestCommand(folder: string): string {
  // A folder of our own is found by the last word of its name.
  const id = /^\/tmp\/proxy-logs-\d{8}-\d{6}-([0-9A-Za-z]{6})$/.exec(folder)?.[1];
  const which = id === undefined ? ["--logs-dir", folder] : [id];
  return ownCommandLine("firewall", "logs", "suggest", ...which);
}
