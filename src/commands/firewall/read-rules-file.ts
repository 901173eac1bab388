import type { RulesFile } from "../../firewall/config/rule-lines.ts";
import { readOptionFile } from "../../firewall/read-option-file.ts";

/**
 * Returns the rules file that a user can add rules to: the last one, because later files add to
 * earlier ones. Returns undefined if no file is named, or if it is a pipe.
 */
export function readRulesFile(names: readonly string[] = []): RulesFile | undefined {
  const name = names.at(-1);
  if (name === undefined || /^\/(?:dev|proc)\//.test(name)) return undefined;
  try {
    const found = readOptionFile(name);
    return { name, text: "bytes" in found ? Buffer.from(found.bytes).toString() : "" };
  } catch {
    // The lines are shown as for a new file. Commands that need the file report the error.
    return { name, text: "" };
  }
}
