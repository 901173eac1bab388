import type { Command, CommandEntry, Option } from "./command.ts";
import type { DescribedCommand, DescribedOption, Takes } from "./described-command.ts";
import { longName, spellOption } from "./parse-line.ts";
import { program } from "./program.ts";

/** Loads and describes the program with all of its commands. */
export function describeProgram(): Promise<DescribedCommand> {
  return describeAll(program, []);
}

async function describeAll(
  entry: CommandEntry,
  path: readonly string[],
): Promise<DescribedCommand> {
  const shown = (entry.commands ?? []).filter(({ isHidden }) => !isHidden);
  const [command, ...commands] = await Promise.all([
    entry.load(),
    ...shown.map((each) => describeAll(each, [...path, each.name])),
  ]);
  return { ...describeCommand(entry, command, path), commands };
}

/** Describes one command without those below it. */
export function describeCommand(
  entry: CommandEntry,
  command: Command,
  path: readonly string[],
): DescribedCommand {
  const args = Object.entries(command.arguments).map(
    ([name, { summary, isVariadic = false, offers, default: usual }]) => ({
      name,
      description: withDefault(summary, usual),
      isVariadic,
      takes: takesOf(name, offers),
    }),
  );
  return {
    path,
    summary: entry.summary,
    description: command.description ?? entry.summary,
    usage: usageOf(entry, command),
    options: [
      ...Object.entries(command.options).map(([key, option]) => describeOption(key, option)),
      help,
    ],
    arguments: args,
    commands: [],
    implied: entry.implied,
    notes: (command.notes ?? "").trim(),
  };
}

/** `[options] <name> [value]` */
export function usageOf({ commands }: CommandEntry, command: Command): string {
  if (command.usage !== undefined) return command.usage;
  const args = Object.entries(command.arguments).map(([name, { isOptional, isVariadic }]) => {
    const spelled = isVariadic ? `${name}...` : name;
    return isOptional ? `[${spelled}]` : `<${spelled}>`;
  });
  return ["[options]", ...(commands ? ["[command]"] : []), ...args].join(" ");
}

const help: DescribedOption = {
  names: ["-h", "--help"],
  flags: "-h, --help",
  description: "display help for command",
  value: undefined,
  isRepeatable: false,
};

function describeOption(key: string, option: Option): DescribedOption {
  const { short, summary, value, many, offers } = option;
  return {
    names: [...(short === undefined ? [] : [`-${short}`]), longName(key, option)],
    flags: spellOption(key, option),
    description: withDefault(summary, option.default),
    value: value === undefined ? undefined : { name: value, takes: takesOf(value, offers) },
    isRepeatable: many !== undefined,
  };
}

function withDefault(summary: string, usual: string | undefined): string {
  const isSaid = usual === undefined || summary.includes("(default:");
  return isSaid ? summary : `${summary} (default: ${usual})`;
}

const kinds: Readonly<Record<string, "file" | "folder" | "command">> = {
  file: "file",
  path: "file",
  paths: "file",
  dir: "folder",
  folder: "folder",
  command: "command",
};

/** The values that are offered, or the kind that the name of the value means. */
function takesOf(name: string, offers: readonly string[] | undefined): Takes {
  return offers ? { kind: "values", values: offers } : { kind: kinds[name] ?? "text" };
}
