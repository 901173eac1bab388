import type { Argument, Command, Option } from "commander";
import { optionValues } from "./option-values.ts";

/** What may stand in a place of the line. */
export type Takes =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "file" | "folder" | "command" | "text" };

export interface DescribedOption {
  /** `-o`, `--output`: as they are typed. */
  readonly names: readonly string[];
  /** As the help writes it: `-o, --output <file>`. */
  readonly flags: string;
  readonly description: string;
  /** Undefined for a flag. */
  readonly value: DescribedValue | undefined;
  readonly isRepeatable: boolean;
}

interface DescribedValue {
  /** `file`, `owner/repo` */
  readonly name: string;
  readonly takes: Takes;
}

export interface DescribedArgument extends DescribedValue {
  readonly description: string;
  readonly isVariadic: boolean;
}

/** A command as whoever types it has to know it: what completions and manual pages are made of. */
export interface DescribedCommand {
  /** Its words behind the program's name. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly usage: string;
  readonly options: readonly DescribedOption[];
  readonly arguments: readonly DescribedArgument[];
  readonly commands: readonly DescribedCommand[];
  /** What its help says behind its options. */
  readonly notes: string;
}

export function describeCommand(command: Command, path: readonly string[] = []): DescribedCommand {
  const help = command.createHelp();
  return {
    path,
    summary: command.summary() || command.description(),
    description: command.description(),
    usage: command.usage(),
    options: help.visibleOptions(command).map((option) => describeOption(option, path)),
    arguments: command.registeredArguments.map((argument) => describeArgument(argument, path)),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== "help")
      .map((each) => describeCommand(each, [...path, each.name()])),
    notes: readNotes(command),
  };
}

/** All of them, each before those below it. */
export function listCommands(described: DescribedCommand): DescribedCommand[] {
  return [described, ...described.commands.flatMap(listCommands)];
}

function describeOption(option: Option, path: readonly string[]): DescribedOption {
  const { short, long, flags, description, negate } = option;
  const defaultValue: unknown = option.defaultValue;
  const isTold = negate || typeof defaultValue !== "string" || description.includes("(default:");
  const name = /[<[]([^>\].]+)/.exec(flags)?.[1];
  return {
    names: [short, long].filter((each) => each !== undefined),
    flags,
    description: isTold ? description : `${description} (default: ${defaultValue})`,
    value: name === undefined ? undefined : { name, takes: takesOf(name, [...path, long ?? ""]) },
    isRepeatable: option.variadic || option.parseArg !== undefined,
  };
}

function describeArgument(argument: Argument, path: readonly string[]): DescribedArgument {
  const name = argument.name();
  return {
    name,
    takes: takesOf(name, [...path, name]),
    description: argument.description,
    isVariadic: argument.variadic,
  };
}

const kinds: Readonly<Record<string, "file" | "folder" | "command">> = {
  file: "file",
  path: "file",
  paths: "file",
  dir: "folder",
  folder: "folder",
  command: "command",
};

/** By the words that it is known to take, or else by what its place is called. */
function takesOf(name: string, place: readonly string[]): Takes {
  const values = optionValues[place.join(" ")] ?? optionValues[place.at(-1) ?? ""];
  return values ? { kind: "values", values } : { kind: kinds[name] ?? "text" };
}

/** Commander prints what was added to a help, and tells it in no other way. */
function readNotes(command: Command): string {
  let printed = "";
  const usual = command.configureOutput();
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  command.configureOutput(usual);
  return printed.slice(command.helpInformation().length).trim();
}
