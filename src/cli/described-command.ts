/** The kind of value that an option or argument accepts. */
export type Accepts =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "file" | "folder" | "command" | "text" };

export interface DescribedOption {
  /** Names as typed: `-o`, `--output`. */
  readonly names: readonly string[];
  /** Form shown in the help: `-o, --output <file>`. */
  readonly flags: string;
  readonly description: string;
  /** Undefined for a flag. */
  readonly value: DescribedValue | undefined;
  readonly isRepeatable: boolean;
}

interface DescribedValue {
  /** `file`, `owner/repo` */
  readonly name: string;
  readonly takes: Accepts;
}

export interface DescribedArgument extends DescribedValue {
  readonly description: string;
  readonly isVariadic: boolean;
}

/**
 * A command with its options, arguments and subcommands, for help, completions and manual pages.
 */
export interface DescribedCommand {
  /** The command's words after the program's name. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly usage: string;
  readonly options: readonly DescribedOption[];
  readonly arguments: readonly DescribedArgument[];
  /** Empty if the subcommands were not loaded. */
  readonly commands: readonly DescribedCommand[];
  /** The subcommand that runs if the command line does not name one. */
  readonly implied: string | undefined;
  /** Text below the options in the help. */
  readonly notes: string;
}

/** Lists a command and all commands below it, parents first. */
export function listCommands(described: DescribedCommand): DescribedCommand[] {
  return [described, ...described.commands.flatMap(listCommands)];
}
