import type { Option, Options } from "../../cli/command.ts";
import { optionTable, type OptionEntry } from "../../firewall/config/option-table.ts";
import { camelCase } from "../../firewall/config/read-command-line.ts";

/** Returns the options from the firewall's option table. `readCommandLine` parses their values. */
export function ruleOptions(isWanted: (entry: OptionEntry) => boolean = () => true): Options {
  const wanted: readonly OptionEntry[] = optionTable.filter(isWanted);
  return Object.fromEntries(wanted.map((entry) => [camelCase(entry.name), toOption(entry)]));
}

export const config = {
  value: "file",
  many: "list",
  summary: "rules files, YAML or JSON; later files add to earlier ones",
} as const satisfies Option;

export const approvedRules = {
  value: "sha256",
  many: "list",
  summary: "SHA-256 of rules files that you approve for this run",
} as const satisfies Option;

function toOption({ kind, value, choices, description }: OptionEntry): Option {
  if (value === undefined) return { summary: description };
  const name = value.replace(/^<|(?:\.\.\.)?>$/g, "");
  const isList = kind === "list" || kind === "texts";
  return {
    value: name,
    summary: choices ? `${description}; ${choices.join(", ")}` : description,
    ...(choices && { offers: choices }),
    ...(kind === "flag or size" && { isValueOptional: true }),
    ...(isList && { many: value.endsWith("...>") ? ("list" as const) : ("each" as const) }),
  };
}
