/** What can stand in a place of the line. */
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

/** A command with everything that a person can type, for help, completions and manual pages. */
export interface DescribedCommand {
  /** Its words behind the program's name. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly usage: string;
  readonly options: readonly DescribedOption[];
  readonly arguments: readonly DescribedArgument[];
  /** Empty unless they were loaded. */
  readonly commands: readonly DescribedCommand[];
  /** The command that a line runs which names none of `commands`. */
  readonly implied: string | undefined;
  /** Text below the options of its help. */
  readonly notes: string;
}

/** All of them, each before those below it. */
export function listCommands(described: DescribedCommand): DescribedCommand[] {
  return [described, ...described.commands.flatMap(listCommands)];
}
