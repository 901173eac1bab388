import { Option, type Command } from "commander";
import { optionTable, type OptionEntry } from "../../firewall/config/option-table.ts";

/** Gives a command the options of the table, and `--config`. What was given is read by `readCommandLine`. */
export function addOptions(
  command: Command,
  { isWanted = () => true }: { readonly isWanted?: (entry: OptionEntry) => boolean } = {},
): Command {
  const wanted: readonly OptionEntry[] = optionTable.filter(isWanted);
  for (const entry of wanted) command.addOption(toOption(entry));
  return command.option(
    "--config <file...>",
    "rules files, YAML or JSON; later ones add to earlier",
  );
}

function toOption({ name, kind, value = "", choices, description }: OptionEntry): Option {
  const told = choices ? `${description}; ${choices.join(", ")}` : description;
  const option = new Option(`--${name} ${value}`.trim(), told);
  // Given twice, it adds; so does what follows one that takes several.
  return kind === "list" || kind === "texts" ? option.argParser(collect) : option;
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
