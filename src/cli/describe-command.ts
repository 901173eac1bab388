import type { Command, CommandEntry, Option } from "./command.ts";
import type { DescribedCommand, DescribedOption, Accepts } from "./described-command.ts";
import { longName, spellOption } from "./parse-line.ts";

/** Describes one command without its subcommands. */
export function describeCommand(
  command: Command,
  { path, entry }: { readonly path: readonly string[]; readonly entry?: CommandEntry | undefined },
): DescribedCommand {
  const args = Object.entries(command.arguments).map(
    ([name, { summary, isVariadic = false, offers, default: usual }]) => ({
      name,
      description: withDefault(summary, usual),
      isVariadic,
      takes: acceptsOf(name, offers),
    }),
  );
  return {
    path,
    summary: entry?.summary ?? "",
    description: command.description ?? entry?.summary ?? "",
    usage: usageOf(command, entry),
    options: [
      ...Object.entries(command.options).map(([key, option]) => describeOption(key, option)),
      help,
    ],
    arguments: args,
    commands: [],
    implied: entry?.implied,
    notes: (command.notes ?? "").trim(),
  };
}

/** Returns the usage of a command: `[options] <name> [value]`. */
export function usageOf(command: Command, entry?: CommandEntry): string {
  if (command.usage !== undefined) return command.usage;
  const args = Object.entries(command.arguments).map(([name, { isOptional, isVariadic }]) => {
    const spelled = isVariadic ? `${name}...` : name;
    return isOptional ? `[${spelled}]` : `<${spelled}>`;
  });
  return ["[options]", ...(entry?.commands ? ["[command]"] : []), ...args].join(" ");
}

const help: DescribedOption = {
  names: ["-h", "--help"],
  flags: "-h, --help",
  description: "show help for this command",
  value: undefined,
  isRepeatable: false,
};

function describeOption(key: string, option: Option): DescribedOption {
  const { short, summary, value, many, offers, isValueOptional } = option;
  const isFlag = value === undefined || isValueOptional;
  return {
    names: [...(short === undefined ? [] : [`-${short}`]), longName(key, option)],
    flags: spellOption(key, option),
    description: withDefault(summary, option.default),
    value: isFlag ? undefined : { name: value, takes: acceptsOf(value, offers) },
    isRepeatable: many !== undefined,
  };
}

function withDefault(summary: string, usual: string | undefined): string {
  const isReported = usual === undefined || summary.includes("(default:");
  return isReported ? summary : `${summary} (default: ${usual})`;
}

const kinds: Readonly<Record<string, "file" | "folder" | "command">> = {
  file: "file",
  path: "file",
  paths: "file",
  dir: "folder",
  folder: "folder",
  command: "command",
};

/** Returns the suggested values, or the kind of value that can be inferred from the name. */
function acceptsOf(name: string, offers: readonly string[] | undefined): Accepts {
  return offers ? { kind: "values", values: offers } : { kind: kinds[name] ?? "text" };
}
