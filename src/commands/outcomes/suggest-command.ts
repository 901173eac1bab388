import { shellWord } from "../../shared/shell-word.ts";

/** The command that tells which rules would have allowed what a log's run was denied. */
export function suggestCommand(folder: string): string {
  // A folder of our own is found by the last word of its name.
  const id = /^\/tmp\/proxy-logs-\d{8}-\d{6}-([0-9A-Za-z]{6})$/.exec(folder)?.[1];
  return `gatehouse firewall logs suggest ${id ?? `--logs-dir ${shellWord(folder)}`}`;
}
